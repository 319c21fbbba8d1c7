// Definitions whose texts try to be more than text: nothing of them runs.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { HOSTILE, fileUrl, launch, open } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const pages = readdirSync(join(HOSTILE, "1.37"), { recursive: true })
  .filter((name) => name.endsWith(".html"))
  .map((name) => join("1.37", name));

test("there are pages to look at", () => assert.ok(pages.length >= 5));

for (const path of pages) {
  test(`nothing of ${path} runs`, async () => {
    const { page, seen, close } = await open(browser);
    await page.goto(fileUrl(path, HOSTILE));
    await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
    await page.waitForTimeout(200);
    const found = await page.evaluate(() => ({
      inline: [...document.scripts].filter((script) => !script.src).length,
      foreign: [...document.scripts].filter((script) => !/(_static\/|releases\.js|searchindex\.js)/.test(script.src)).length,
      handlers: [...document.querySelectorAll("*")].filter((node) =>
        node.getAttributeNames().some((name) => name.startsWith("on"))).length,
      pictures: [...document.images].filter((image) => !/_static\/icon\.svg$/.test(image.src)).length,
      addresses: [...document.links].filter((link) => !/^(https?|file):$/.test(link.protocol)).length,
    }));
    assert.deepEqual(found, { inline: 0, foreign: 0, handlers: 0, pictures: 0, addresses: 0 });
    assert.deepEqual(seen.dialogs, []);
    assert.deepEqual(seen.errors, []);
    assert.deepEqual(seen.requests.filter((url) => !url.startsWith("file:")), []);
    await close();
  });
}

test("a search for a hostile text shows text", async () => {
  const { page, seen, close } = await open(browser);
  await page.goto(`${fileUrl("1.37/search.html", HOSTILE)}?q=${encodeURIComponent("<script>alert(1)</script> alert")}`);
  await page.locator("#search-results h2", { hasText: "Search Results" }).waitFor();
  assert.deepEqual(seen.dialogs, []);
  assert.deepEqual(seen.errors, []);
  await close();
});
