import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "./built-site.ts";

/** A page of each kind. */
const addresses = ["", "docs/gateway", "docs/errors", "api/limits"];

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
    (window as never as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations.map(({ id, nodes }) => {
    const shown = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    return `${id}: ${shown.join(" ")}`;
  });
}

describe("axe finds no fault", needsChromium, () => {
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    browser = await openBrowser();
    // Without motion nothing changes while axe looks.
    visitor = await createVisitor(browser, { reducedMotion: "reduce" });
  });
  afterAll(() => browser?.close());

  it.each(addresses)("on /%s, light and dark, wide and narrow, and it fits", async (address) => {
    const { page } = visitor;
    await visitor.visit(address);
    await page.evaluate(axe.source);
    for (const { colorScheme, width } of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await findFaults(page), `${colorScheme}, ${width}`).toEqual([]);
    }
  });
});
