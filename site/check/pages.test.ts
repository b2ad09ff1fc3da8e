import { existsSync } from "node:fs";
import { join } from "node:path";
import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFolder } from "../src/places.ts";
import { createVisitor, listAddresses, type Visitor } from "./built-site.ts";

const addresses = listAddresses();

/** The places of a page to which its own links lead and which are not there. */
function findMissingPlaces(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href^='#']")]
      .map((link) => decodeURIComponent(link.hash.slice(1)))
      .filter((id) => id !== "" && !document.getElementById(id)),
  );
}

it("has the documents, the packages and the API reference", () => {
  expect(addresses).toEqual(
    expect.arrayContaining([
      "",
      "docs/",
      "docs/gateway",
      "packages/core/",
      "api/core",
      "api/diglot",
    ]),
  );
});

it.each(addresses)("has a text for programs beside /%s", (address) => {
  const file = address === "" || address.endsWith("/") ? `${address}index.md` : `${address}.md`;
  expect(existsSync(join(builtFolder, file))).toBe(true);
});

describe("in Chromium, as narrow as a phone", needsChromium, () => {
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    browser = await openBrowser();
    visitor = await createVisitor(browser, { viewport: { width: 375, height: 800 } });
  });
  afterAll(() => browser?.close());

  it.each(addresses)("/%s loads without a fault and fits", async (address) => {
    const { page } = visitor;
    const faults = await visitor.visit(address);
    expect(await page.locator("h1").first().textContent()).not.toBe("");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await findMissingPlaces(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
