import { globSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { base, builtFolder, origin } from "../src/places.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** A page of a browser that opens pages of the site. */
export interface Visitor {
  readonly page: Page;
  /**
   * Opens a page of the site and waits until the scripts have taken it over.
   *
   * @returns errors in the console, exceptions, and requests for anything that the site does not have
   */
  visit(address: string): Promise<readonly string[]>;
}

/** The addresses of all pages, from the root of the site. */
export function listAddresses(): readonly string[] {
  return globSync("**/*.html", { cwd: builtFolder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file !== "404.html")
    .map((file) => file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, ""))
    .sort();
}

/**
 * Opens a page in which the built site is found without a server, under the address at which it is
 * published. Nothing else is found in it.
 */
export async function createVisitor(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<Visitor> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(0);
  let faults: string[] = [];
  await context.route("**/*", (route) =>
    answer(route, () => faults.push(`asks for ${route.request().url()}`)),
  );
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", ({ message }) => faults.push(message));
  return {
    page,
    async visit(address) {
      faults = [];
      await page.goto(origin + base + address);
      await page.waitForFunction(isTakenOver);
      return faults;
    },
  };
}

/** Whether the scripts have taken over the page. It runs in the browser. */
function isTakenOver(): unknown {
  const app: (Element & { _vnode?: unknown }) | null = document.querySelector("#app");
  return app?._vnode;
}

async function answer(route: Route, onMissing: () => void): Promise<void> {
  const { origin: host, pathname } = new URL(route.request().url());
  const file = host === origin ? findFile(decodeURI(pathname)) : undefined;
  if (!file) onMissing();
  await (file
    ? route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? "text/plain" })
    : route.abort());
}

/** The file for a path, as the host of the pages finds it. */
function findFile(pathname: string): string | undefined {
  const path = join(builtFolder, pathname.slice(base.length));
  const candidates = [path, `${path}.html`, join(path, "index.html")];
  return candidates.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
