// What the tests share: the browser, a server under a deep path, pages that remember.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

export const SITE = resolve(process.env.SITE ?? "../../../site");
export const HOSTILE = resolve(process.env.HOSTILE_SITE ?? "../../../build/site-hostile");
export const PREFIX = "/a/deep/path/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });

// Opens pages; `seen` holds every request, error and dialog of them.
export const open = async (browser, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  const page = await context.newPage();
  const seen = { requests: [], errors: [], dialogs: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  page.on("dialog", (dialog) => {
    seen.dialogs.push(dialog.message());
    dialog.dismiss();
  });
  return { page, seen, close: () => context.close() };
};

// Follows a link until its page is loaded: a click alone ends when the way there has begun.
export const follow = async (page, link, address) => {
  await link.click();
  await page.waitForURL(address);
};

export const fileUrl = (path, root = SITE) => pathToFileURL(join(root, path)).href;

export const facts = (release, name) =>
  JSON.parse(readFileSync(join(SITE, ".kubewright", release, "source", `${name}.page`), "utf-8"));

export const serve = () =>
  new Promise((done) => {
    const server = createServer((request, response) => {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
      const file = join(SITE, path.slice(PREFIX.length - 1));
      if (!path.startsWith(PREFIX) || !existsSync(file)) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      createReadStream(file).pipe(response);
    });
    server.listen(0, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}${PREFIX}`;
      done({ url, close: () => server.close() });
    });
  });
