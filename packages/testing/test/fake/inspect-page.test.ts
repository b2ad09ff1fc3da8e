import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Fake } from "../../src/index.js";
import { createStory, tell } from "./story.ts";

describe("the page of a fake in a browser", needsChromium, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the page of a fake; whatever the page complains of fails the test. */
  async function open(fake: Pick<Fake, "inspect">): Promise<Page> {
    const { url, close } = await fake.inspect();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // What never comes ends with the test.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    onTestFinished(async () => {
      await context.close();
      await close();
      expect(complaints).toEqual([]);
    });
    await page.goto(url);
    await page.getByRole("grid", { name: "Requests" }).waitFor();
    return page;
  }

  const rows = (page: Page) => page.locator(".canvas").getByRole("row");

  it("opens without a word to type, and keeps the credential out of the address", async () => {
    const page = await open(createStory());
    expect(page.url()).toMatch(/\/inspector$/);
    await page.reload();
    await page.getByRole("grid").waitFor();
    expect(await page.getByLabel("Credential of an administrator").count()).toBe(0);
  });

  it("shows an unexpected request and what is left of the script, live", async () => {
    const fake = createStory();
    const page = await open(fake);
    await page.getByText("0 requests").waitFor();
    await tell(fake);
    await page.getByText("2 requests").waitFor();
    const notes = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
    const unexpected = notes.filter({ hasText: "Unexpected request" });
    await unexpected.getByText("Request 1: Unexpected request").click();
    await unexpected.getByText("toolResult").waitFor();
    await notes.last().getByText("Left in the script").click();
    await notes.last().getByText("turn 1 of the script").waitFor();
    await unexpected.getByRole("link", { name: "Open" }).click();
    const sent = page.getByRole("figure").filter({ hasText: "Caller's request" });
    expect(await sent.locator("pre").innerText()).toContain("39 °F, light rain");
  });

  it("shows the events of a reply", async () => {
    const fake = createStory();
    await tell(fake);
    const page = await open(fake);
    await rows(page).last().click();
    const line = page.getByRole("region", { name: "Timeline" });
    await line.getByText("tool call get_weather").waitFor();
    expect(await line.innerText()).toContain("Let me look that up.");
  });

  it("has no keys and no balances, which a fake has not", async () => {
    const page = await open(createStory());
    await page.getByRole("link", { name: "Use" }).click();
    await page.getByRole("region", { name: "Latencies and errors" }).waitFor();
    expect(await page.getByRole("link", { name: "Keys" }).count()).toBe(0);
    expect(await page.getByRole("region", { name: "Balances" }).count()).toBe(0);
  });
});
