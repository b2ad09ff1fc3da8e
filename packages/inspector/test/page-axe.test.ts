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

/** What axe finds wrong with a page as it is: the rule, and the elements. */
async function findFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as never as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

describe("the page, judged by axe", needsChromium, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it.each([
    ["light", 1280],
    ["light", 390],
    ["dark", 1280],
    ["dark", 390],
  ] as const)("has no fault in any view, %s and %i pixels wide", async (colorScheme, width) => {
    const gateway = await startBusy();
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    context.setDefaultTimeout(0);
    onTestFinished(async () => {
      await context.close();
      await gateway.close();
    });
    const page = await context.newPage();
    const faults: Record<string, readonly string[]> = {};
    const judge = async (view: string) => {
      const found = await findFaults(page);
      if (found.length > 0) faults[view] = found;
    };

    await page.goto(`${gateway.origin}/inspector`);
    await judge("sign in");
    await page.getByLabel("Credential of an administrator").fill("a-wrong-credential");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("needs the credential").waitFor();
    await judge("sign in, refused");
    await page.getByLabel("Credential of an administrator").fill(credential);
    await page.keyboard.press("Enter");
    const rows = page.locator(".canvas").getByRole("row");
    await rows.first().waitFor();
    await judge("live");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await judge("live, paused, with a chosen row");
    await page.getByLabel("Filter").fill("nothing of that kind");
    await page.getByText("No request matches the filter.").waitFor();
    await judge("live, without a match");
    await page.getByLabel("Filter").fill("is:retried is:lossy");
    await rows.first().click();
    await page.getByRole("region", { name: "Ledger" }).waitFor();
    await judge("one request");
    await page.goto(`${gateway.origin}/inspector#/requests/nowhere`);
    await page.getByText("This request is not kept").waitFor();
    await judge("one request, forgotten");
    await page.getByRole("link", { name: "Use" }).click();
    await page.getByRole("rowheader", { name: "large-second" }).waitFor();
    await page.getByText("borealis").first().waitFor();
    await judge("use");
    const byDay = page.getByRole("region", { name: "Usage by day" });
    await byDay.getByRole("button", { name: "model" }).click();
    await byDay.getByText("large-second").first().waitFor();
    await page
      .getByRole("region", { name: "Latencies and errors" })
      .getByRole("button", { name: "model" })
      .click();
    await page.getByRole("button", { name: "Add credit", exact: true }).click();
    await page.getByRole("form").waitFor();
    await judge("use, by model, with a form");
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "revoke key-atlas" }).click();
    await page.getByRole("alertdialog").waitFor();
    await judge("keys, with a question");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Issue a key" }).click();
    await page.getByLabel("Account", { exact: true }).fill("cirrus");
    await judge("keys, with a form");
    await page.getByRole("button", { name: "Issue", exact: true }).click();
    await page.getByText("It is shown only now.").waitFor();
    await judge("keys, with a secret");
    await page.getByRole("link", { name: "Upstreams" }).click();
    await page.getByRole("region", { name: "Upstream spare" }).waitFor();
    await judge("upstreams");
    await page.getByRole("link", { name: "Keys" }).click();
    await page.route(/\/admin\//, (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await page.getByText("has no endpoints for administrators").first().waitFor();
    await judge("keys, without endpoints for administrators");
    expect(faults).toEqual({});
  });
});
