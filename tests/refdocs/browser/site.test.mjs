// The site as a reader uses it: from the file system, and from a server under a deep path.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { facts, fileUrl, follow, launch, open, serve } from "./browser.mjs";

let browser, server;
before(async () => {
  browser = await launch();
  server = await serve();
});
after(async () => {
  await browser.close();
  server.close();
});

const title = (page) => page.locator("h1").evaluate((node) => node.textContent.replace(/#$/, ""));

const results = async (page, url, query) => {
  await page.goto(url);
  await page.getByRole("searchbox").fill(query);
  await page.keyboard.press("Enter");
  await page.locator("#search-results h2", { hasText: "Search Results" }).waitFor();
  return page.locator("ul.search > li > a").evaluateAll((links) => links.map((link) => link.textContent));
};

test("the start page leads to the models", async () => {
  const { page, seen, close } = await open(browser);
  await page.goto(fileUrl("index.html"));
  await page.waitForURL(/1\.37\/index\.html$/);
  assert.match(await page.locator("h1").innerText(), /Kubernetes 1\.37/);
  const start = facts("1.37", "index");
  assert.equal(await page.locator("table.groups tbody tr").count(), start.groups.length);
  assert.equal(await page.locator(".figures .number").first().innerText(), String(start.models));
  await follow(page, page.locator(".card a", { hasText: /^V1Pod$/ }), /models\/V1Pod\.html$/);
  assert.equal(await title(page), "V1Pod");
  await follow(page, page.locator(".kicker a"), /api\/core\.v1\.html$/);
  assert.match(await page.locator("h1").innerText(), /^core\/v1/);
  assert.deepEqual(seen.errors, []);
  await close();
});

test("a model's page says what its facts are", async () => {
  const { page, seen, close } = await open(browser);
  await page.goto(fileUrl("1.37/models/V1Device.html"));
  const wanted = facts("1.37", "models/V1Device");
  const rows = await page.locator("table.fields tbody tr").evaluateAll((all) =>
    all.map((row) => ({
      name: row.querySelector(".attribute").textContent,
      wire: row.querySelector(".wire").textContent,
      type: row.cells[1].textContent.trim(),
      required: row.cells[2].textContent.trim() === "required",
      badge: row.querySelector(".badge")?.textContent ?? "",
    })),
  );
  const shown = wanted.fields.map(({ name, wire, type, required, badge }) => ({
    name, wire, type: type.map(([text]) => text).join(""), required, badge,
  }));
  assert.deepEqual(rows, shown);
  const field = "nodeAllocatableResources";
  assert.equal(rows.find((row) => row.wire === field).badge, "changed in 1.37");
  assert.match(await page.locator("table.history").innerText(), /was called nodeAllocatableResourceMappings/);
  const type = page.locator("table.fields a", { hasText: /^V1NodeAllocatableResource$/ });
  await follow(page, type, /V1NodeAllocatableResource\.html$/);
  assert.equal(await title(page), "V1NodeAllocatableResource");
  const user = page.locator("#used-by a", { hasText: "V1Device.node_allocatable_resources" });
  await follow(page, user, /V1Device\.html#field-node_allocatable_resources$/);
  assert.ok(await page.locator("#field-node_allocatable_resources").isVisible());
  assert.deepEqual(seen.errors, []);
  await close();
});

test("examples come in three forms, by keyboard too, and can be copied", async () => {
  const { page, close } = await open(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${server.url}1.37/models/V1Device.html`);
  const example = page.locator("#example");
  const wanted = facts("1.37", "models/V1Device").examples;
  await example.getByRole("tab", { name: "Python" }).focus();
  for (const form of ["JSON", "YAML", "Python"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), form);
    assert.equal(await example.getByRole("tabpanel").count(), 1);
    await example.getByRole("tabpanel").getByRole("button", { name: "Copy" }).click();
    await example.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted[form]);
    await example.getByRole("tab", { name: form }).focus();
  }
  const imports = page.locator("#import");
  await imports.getByRole("tab", { name: "Async" }).click();
  assert.match(await imports.getByRole("tabpanel").innerText(), /from kubernetes\.aio\.client import V1Device/);
  await close();
});

test("both spellings of a field find the same pages", async () => {
  for (const root of [fileUrl("1.37/index.html"), `${server.url}1.37/index.html`]) {
    const { page, seen, close } = await open(browser);
    const wire = await results(page, root, "nodeAllocatableResources");
    const python = await results(page, root, "node_allocatable_resources");
    assert.deepEqual(python, wire);
    for (const name of ["V1Device", "V1beta1BasicDevice", "V1beta2Device"]) assert.ok(wire.includes(name), name);
    const first = await results(page, root, "V1ResourceSlice");
    assert.equal(first[0], "V1ResourceSlice");
    assert.match(await page.getByRole("status").textContent(), /found \d+ pages/);
    await follow(page, page.locator("ul.search > li > a").first(), /V1ResourceSlice\.html/);
    assert.equal(await title(page), "V1ResourceSlice");
    assert.deepEqual(seen.errors, []);
    await close();
  }
});

test("the release switch keeps the page where the other release has it", async () => {
  for (const root of [fileUrl(""), server.url]) {
    const { page, seen, close } = await open(browser);
    await page.goto(`${root}${root.endsWith("/") ? "" : "/"}1.37/models/V1Device.html`);
    await page.locator(".releases summary").press("Enter");
    await follow(page, page.locator(".releases a", { hasText: "1.36" }), /1\.36\/models\/V1Device\.html$/);
    assert.match(await page.locator("#fields").innerText(), /node_allocatable_resource_mappings/);
    await page.goto(`${root}${root.endsWith("/") ? "" : "/"}1.37/models/V1NodeAllocatableResource.html`);
    await page.locator(".releases summary").click();
    const start = page.locator(".releases a", { hasText: "no such page" });
    await follow(page, start, /1\.36\/index\.html$/);
    assert.deepEqual(seen.errors, []);
    await close();
  }
});

test("colours follow the system, then the button, and stay", async () => {
  const { page, close } = await open(browser, { colorScheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(`${server.url}1.37/index.html`);
  const dark = await ground();
  await page.getByRole("button", { name: "Light colours" }).click();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.goto(`${server.url}1.37/models/V1Pod.html`);
  assert.equal(await ground(), light);
  await close();
});

test("a keyboard reaches the content first, and a small screen has a menu", async () => {
  const { page, close } = await open(browser, { viewport: { width: 400, height: 800 } });
  await page.goto(fileUrl("1.37/models/V1Pod.html"));
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "content");
  const menu = page.getByRole("button", { name: "Menu" });
  assert.equal(await page.locator("#sidebar").isVisible(), false);
  await menu.press("Enter");
  assert.equal(await menu.getAttribute("aria-expanded"), "true");
  assert.ok(await page.locator("#sidebar").isVisible());
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#sidebar").isVisible(), false);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(overflow, false);
  await close();
});

test("without scripts everything is readable", async () => {
  const { page, close } = await open(browser, { javaScriptEnabled: false });
  await page.goto(fileUrl("1.37/models/V1Pod.html"));
  assert.equal(await page.locator("#example pre").count(), 3);
  for (const block of await page.locator("#example pre").all()) assert.ok(await block.isVisible());
  await close();
});

test("no page asks another host for anything", async () => {
  const { page, seen, close } = await open(browser);
  for (const path of ["index", "changes", "api/core.v1", "models/V1Pod", "search"]) {
    await page.goto(`${server.url}1.37/${path}.html`);
  }
  const host = new URL(server.url).host;
  assert.deepEqual(seen.requests.filter((url) => new URL(url).host !== host), []);
  assert.deepEqual(seen.errors, []);
  await close();
});
