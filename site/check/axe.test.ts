import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openContext, openPage } from "./built-site.ts";

/** A page of each kind. */
const addresses = ["", "docs/gateway", "docs/reference/config", "docs/openapi/", "api/limits"];

/** Contrast depends on the colors, and what is shown on the width. */
const screens = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "light", width: 375 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "dark", width: 375 },
] as const;

/** The rules that a page breaks, each with the elements. */
async function findFaults(page: Page): Promise<readonly string[]> {
  const { violations } = await page.evaluate(() =>
    (window as never as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => {
    const shown = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    return `${id}: ${shown.join(" ")}`;
  });
}

describe("axe finds no fault", needsChromium, () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await openBrowser();
    // Without motion nothing changes while axe looks.
    context = await openContext(browser, { reducedMotion: "reduce" });
  });
  afterAll(() => browser?.close());

  it.each(addresses)("on /%s, light and dark, wide and narrow, and it fits", async (address) => {
    const { page } = await openPage(context, address);
    await page.evaluate(axe.source);
    for (const { colorScheme, width } of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await findFaults(page), `${colorScheme}, ${width}`).toEqual([]);
    }
    await page.close();
  });
});
