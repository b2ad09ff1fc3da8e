import { readFileSync } from "node:fs";
import { join } from "node:path";
import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { base, builtFolder } from "../src/places.ts";
import { createVisitor } from "./built-site.ts";

const answer = "Three blue mugs are left.";

describe("the landing page", needsChromium, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it("plays the stream of a format until the answer is whole", async () => {
    const visitor = await createVisitor(browser);
    const { page } = visitor;
    await page.clock.install({ time: 0 });
    await visitor.visit("");
    await page.clock.pauseAt(3_600_000);
    await page.getByRole("tab", { name: "Responses" }).click();
    const panel = page.getByRole("tabpanel", { name: "Responses" });
    expect(await panel.getByText("response.completed", { exact: true }).count()).toBe(0);
    await page.clock.runFor(60_000);
    await panel.getByText("response.completed", { exact: true }).waitFor();
    expect(await panel.getByText(answer, { exact: true }).isVisible()).toBe(true);
    await page.context().close();
  });

  it("is used with the keyboard alone, and shows the whole stream at once without motion", async () => {
    const visitor = await createVisitor(browser, { reducedMotion: "reduce" });
    const { page } = visitor;
    await visitor.visit("");
    await page.getByRole("tab", { name: "Messages" }).focus();
    await page.keyboard.press("ArrowRight");
    const panel = page.getByRole("tabpanel", { name: "Chat Completions" });
    expect(await panel.getByText("[DONE]").count()).toBe(1);
    expect(await panel.getByText(answer, { exact: true }).isVisible()).toBe(true);
    await page.keyboard.press("End");
    expect(
      await page.getByRole("tab", { name: "Responses" }).evaluate((tab) => tab.matches(":focus")),
    ).toBe(true);
    await page.context().close();
  });

  it("shows the program that was recorded", () => {
    const program = readFileSync(join(import.meta.dirname, "../src/example/service.mjs"), "utf8");
    expect(readFileSync(join(builtFolder, "index.md"), "utf8")).toContain(program);
  });
});

describe("every page", needsChromium, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it("has a search, which leads to a document before it leads to the reference", async () => {
    const visitor = await createVisitor(browser);
    const { page } = visitor;
    const faults = await visitor.visit("docs/gateway");
    await page.keyboard.press("/");
    await page.getByRole("searchbox").fill("budgets");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Accounts" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${base}docs/accounts`);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("has a switch to dark colors", async () => {
    const visitor = await createVisitor(browser, { colorScheme: "light" });
    const { page } = visitor;
    await visitor.visit("docs/gateway");
    await page.getByRole("switch").first().click();
    expect(await page.evaluate(() => document.documentElement.className)).toContain("dark");
    await page.context().close();
  });
});
