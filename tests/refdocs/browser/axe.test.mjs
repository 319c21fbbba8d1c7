// axe-core over the kinds of pages there are, in both colour schemes and on a small screen.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";

import axe from "axe-core";

import { fileUrl, launch, open } from "./browser.mjs";

const PAGES = {
  start: "1.37/index.html",
  group: "1.37/api/resource.v1.html",
  model: "1.37/models/V1Device.html",
  kind: "1.37/models/V1Pod.html",
  changes: "1.37/changes.html",
  search: "1.37/search.html?q=node_allocatable_resources",
  guide: "1.37/guide/docs.html",
  commands: "1.37/guide/cli.html",
};
const SHOTS = process.env.SHOTS;

let browser;
before(async () => {
  browser = await launch();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
after(() => browser.close());

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1440, 400]) {
    for (const [name, path] of Object.entries(PAGES)) {
      test(`${name}, ${colorScheme}, ${width} wide`, async () => {
        const { page, close } = await open(browser, { colorScheme, viewport: { width, height: 1000 } });
        const url = new URL(path, fileUrl("/"));
        await page.goto(url.href);
        if (name === "search") await page.locator("#search-results h2", { hasText: "Results" }).waitFor();
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png` });
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() => axe.run());
        const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0].html} (${nodes.length})`);
        assert.deepEqual(found, []);
        await close();
      });
    }
  }
}
