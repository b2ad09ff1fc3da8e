import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import axe, { type AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { credential, type Gateway, startGateway } from "./demo/gateway.ts";
import { send, sendDay, sendFailedOver } from "./demo/traffic.ts";

/** A gateway with more requests than a screen has, one of them failed over. */
async function startBusy(): Promise<Gateway> {
  const gateway = await startGateway(async () => undefined);
  for (let call = 0; call < 40; call++) await send(gateway, { model: "no-such-model" });
  await sendDay(gateway, 4);
  await sendFailedOver(gateway);
  return gateway;
}

/** Every view is judged in each of these. Contrast depends on the colors, and what is shown on the width. */
const screens = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
  { colorScheme: "dark", width: 1280 },
] as const;

/** What axe finds wrong with a page as it is: the screen, the rule, and the elements. */
async function findFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const faults: string[] = [];
  for (const { colorScheme, width } of screens) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await page.evaluate(() =>
      (window as never as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    for (const { id, nodes } of violations) {
      const shown = nodes.map(
        ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`,
      );
      faults.push(`${colorScheme} ${width}: ${id}: ${shown.join(" ")}`);
    }
  }
  return faults;
}

describe("axe finds no fault, light and dark, wide and narrow", needsChromium, () => {
  let browser: Browser;
  let gateway: Gateway;
  beforeAll(async () => {
    browser = await openBrowser();
    gateway = await startBusy();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
  });

  /** The page before anybody has signed in, and what holds it against axe. */
  async function open() {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(0);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const judge = async () => expect(await findFaults(page)).toEqual([]);
    await page.goto(`${gateway.origin}/inspector`);
    return { page, judge };
  }

  async function signIn() {
    const opened = await open();
    const { page } = opened;
    await page.getByLabel("Credential of an administrator").fill(credential);
    await page.keyboard.press("Enter");
    const rows = page.locator(".canvas").getByRole("row");
    await rows.first().waitFor();
    return { ...opened, rows };
  }

  it("where one signs in, and is refused", async () => {
    const { page, judge } = await open();
    await judge();
    await page.getByLabel("Credential of an administrator").fill("a-wrong-credential");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("needs the credential").waitFor();
    await judge();
  });

  it("in live requests, running and paused, with a chosen row and without a match", async () => {
    const { page, judge } = await signIn();
    await judge();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await judge();
    await page.getByLabel("Filter").fill("nothing of that kind");
    await page.getByText("No request matches the filter.").waitFor();
    await judge();
  });

  it("in one request, and in one that is forgotten", async () => {
    const { page, judge, rows } = await signIn();
    await page.getByLabel("Filter").fill("is:retried is:lossy");
    await rows.first().click();
    await page.getByRole("region", { name: "Ledger" }).waitFor();
    await judge();
    await page.goto(`${gateway.origin}/inspector#/requests/nowhere`);
    await page.getByText("This request is not kept").waitFor();
    await judge();
  });

  it("in what was used, with a form", async () => {
    const { page, judge } = await signIn();
    await page.getByRole("link", { name: "Use" }).click();
    await page.getByRole("rowheader", { name: "large-second" }).waitFor();
    await page.getByText("borealis").first().waitFor();
    await judge();
    const byDay = page.getByRole("region", { name: "Usage by day" });
    await byDay.getByRole("button", { name: "model" }).click();
    await byDay.getByText("large-second").first().waitFor();
    await page
      .getByRole("region", { name: "Latencies and errors" })
      .getByRole("button", { name: "model" })
      .click();
    await page.getByRole("button", { name: "Add credit", exact: true }).click();
    await page.getByRole("form").waitFor();
    await judge();
  });

  it("in keys, with a question, a form and a secret", async () => {
    const { page, judge } = await signIn();
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "revoke key-atlas" }).click();
    await page.getByRole("alertdialog").waitFor();
    await judge();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Issue a key" }).click();
    await page.getByLabel("Account", { exact: true }).fill("cirrus");
    await judge();
    await page.getByRole("button", { name: "Issue", exact: true }).click();
    await page.getByText("It is shown only now.").waitFor();
    await judge();
  });

  it("in upstreams, and where there are no endpoints for administrators", async () => {
    const { page, judge } = await signIn();
    await page.getByRole("link", { name: "Upstreams" }).click();
    await page.getByRole("region", { name: "Upstream spare" }).waitFor();
    await judge();
    await page.getByRole("link", { name: "Keys" }).click();
    await page.route(/\/admin\//, (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await page.getByText("has no endpoints for administrators").first().waitFor();
    await judge();
  });
});
