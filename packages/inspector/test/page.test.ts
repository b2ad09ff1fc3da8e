import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { callers, credential, type Gateway, startGateway } from "./demo/gateway.ts";
import { send, sendDay, sendFailedOver } from "./demo/traffic.ts";

const atOnce = async () => undefined;

/** A gate: what waits for it goes on when it is opened. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("the page in a browser", needsChromium, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the page of a gateway, and signs in; whatever the page complains of fails the test. */
  async function open(gateway: Gateway, width = 1280): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
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
      await gateway.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(`${gateway.origin}/inspector`);
    await page.getByLabel("Credential of an administrator").fill(credential);
    await page.keyboard.press("Enter");
    await page.getByRole("grid", { name: "Requests" }).waitFor();
    return page;
  }

  /** A page without an address, and the addresses of what it asks. */
  async function openBare(gateway: Gateway) {
    const context = await browser.newContext();
    context.setDefaultTimeout(0);
    onTestFinished(async () => {
      await context.close();
      await gateway.close();
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    return { page, asked };
  }

  /** Opens the view of use. */
  async function openUse(gateway: Gateway): Promise<Page> {
    const page = await open(gateway);
    await page.getByRole("link", { name: "Use" }).click();
    await page.getByRole("region", { name: "Breakdown" }).waitFor();
    return page;
  }

  const rows = (page: Page) => page.locator(".canvas").getByRole("row");

  it("asks for the credential once, and again after one that is wrong", async () => {
    const gateway = await startGateway(atOnce);
    const context = await browser.newContext();
    context.setDefaultTimeout(0);
    onTestFinished(async () => {
      await context.close();
      await gateway.close();
    });
    const page = await context.newPage();
    await page.goto(`${gateway.origin}/inspector`);
    const box = page.getByLabel("Credential of an administrator");
    await box.fill("a-wrong-credential");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").getByText("needs the credential").waitFor();
    await box.fill(credential);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("grid").waitFor();
    await page.reload();
    await page.getByRole("grid").waitFor();
    expect(await box.count()).toBe(0);
  });

  it("opens by a one-time link without a credential, which is then that of the tab", async () => {
    const gateway = await startGateway(atOnce);
    const { page, asked } = await openBare(gateway);
    await page.goto(`${gateway.origin}/inspector${gateway.fragment}`);
    await page.getByRole("grid").waitFor();
    expect(page.url()).toBe(`${gateway.origin}/inspector`);
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("row", { name: /key-atlas/ }).waitFor();
    await page.reload();
    await page.getByRole("row", { name: /key-atlas/ }).waitFor();
    expect(asked.filter((url) => url.endsWith("/session"))).toHaveLength(1);
    expect(asked.join()).not.toContain(gateway.fragment.slice("#once=".length));
    // The same link again: its own tab is in, no other tab is let in.
    await page.goto(`${gateway.origin}/inspector${gateway.fragment}`);
    await page.getByRole("grid").waitFor();
    const other = await page.context().newPage();
    await other.goto(`${gateway.origin}/inspector${gateway.fragment}`);
    await other.getByRole("alert").getByText("This link was used already").waitFor();
    await other.getByLabel("Credential of an administrator").waitFor();
  });

  it("lists requests as they come, and filters them", async () => {
    const gateway = await startGateway(atOnce);
    await sendDay(gateway, 4);
    const page = await open(gateway);
    await page.getByText("12 requests").waitFor();
    await sendFailedOver(gateway);
    await page.getByText("13 requests").waitFor();
    await page.getByLabel("Filter").fill("state:failed");
    await page.getByText("2 of 13").waitFor();
    expect(await rows(page).allInnerTexts()).toEqual([
      expect.stringContaining("broken"),
      expect.stringContaining("broken"),
    ]);
    await page.getByLabel("Filter").fill("state:failed nowhere");
    await page.getByText("No request matches the filter.").waitFor();
  });

  it("shows no model of requests that name none, and what they are instead", async () => {
    const gateway = await startGateway(atOnce);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${gateway.origin}${path}`, {
        headers: { "x-api-key": callers.atlas, "content-type": "application/json" },
        ...init,
      });
    for (const path of ["/v1/models", "/v1/models/large", "/v1/usage", "/admin/keys"]) {
      await ask(path);
    }
    await ask("/v1/messages", { method: "POST", body: "{}" });
    await ask("/v1/chat/completions", { method: "POST", body: "{}", headers: {} });
    const page = await open(gateway);
    await page.getByText("5 requests").waitFor();
    const shown = await rows(page).evaluateAll((all) =>
      all.map((row) =>
        ["model", "format"].map((name) => row.querySelector(`.cell-${name}`)?.textContent),
      ),
    );
    expect(shown).toEqual([
      ["–", "chat"],
      ["–", "messages"],
      ["–", "chat, unknown"],
      ["large", "chat, get model"],
      ["–", "chat, list models"],
    ]);
    await rows(page).last().click();
    await page.getByRole("heading", { name: "list models" }).waitFor();
  });

  it("keeps in place what one looks at while a filter is on and others come in", async () => {
    const gateway = await startGateway(atOnce);
    const refused = () => send(gateway, { model: "no-such-model" });
    for (let call = 0; call < 60; call++) await refused();
    const page = await open(gateway);
    await page.getByLabel("Filter").fill("state:refused");
    await page.getByText("60 requests").waitFor();
    const scroller = page.locator(".scroller");
    await scroller.evaluate((element) => element.scrollTo(0, 680));
    await sendDay(gateway, 2);
    await refused();
    await page.getByText("62 of 68").waitFor();
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(680 + 2 * 34);
  });

  it("says that the service cannot be reached, on a narrow screen too", async () => {
    const gateway = await startGateway(atOnce);
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    context.setDefaultTimeout(0);
    onTestFinished(async () => {
      await context.close();
      await gateway.close();
    });
    const page = await context.newPage();
    await page.goto(`${gateway.origin}/inspector#credential=${credential}`);
    await page.getByRole("grid").waitFor();
    await context.setOffline(true);
    const trouble = page.getByRole("status").getByText("The service cannot be reached.");
    await trouble.waitFor();
    await context.setOffline(false);
    await trouble.waitFor({ state: "hidden" });
    expect(await page.getByRole("grid").isVisible()).toBe(true);
  });

  it("stands still while it is paused, and counts what has come", async () => {
    const gateway = await startGateway(atOnce);
    const page = await open(gateway);
    await page.getByText("0 requests").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await sendFailedOver(gateway);
    await page.getByText("0 requests, 1 new").waitFor();
    expect(await rows(page).count()).toBe(0);
    await page.getByRole("button", { name: "Resume" }).click();
    await rows(page).first().waitFor();
  });

  it("follows a stream while it runs", async () => {
    const gate = createGate();
    let words = 0;
    const gateway = await startGateway(() => {
      words += 1;
      return words > 10 ? gate.opened : Promise.resolve();
    });
    const page = await open(gateway);
    const answer = await send(gateway, { model: "large", stream: true });
    const whole = answer.text();
    const row = rows(page).first();
    await row.getByText("running").waitFor();
    await row.getByText("≈").waitFor();
    await row.click();
    const line = page.getByRole("region", { name: "Timeline" });
    await line.getByText("10 × text, block 1").waitFor();
    expect(await line.getByText("request over").count()).toBe(0);
    gate.open();
    await whole;
    await line.getByText("request over").waitFor();
    await line.getByText("worth a look.").waitFor();
    await page.getByRole("region", { name: "Ledger" }).getByText("large-second").waitFor();
  });

  it("opens a failed-over request by keyboard, and goes back", async () => {
    const gateway = await startGateway(atOnce);
    await sendFailedOver(gateway);
    const page = await open(gateway);
    await rows(page).first().waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const title = page.getByRole("heading", { name: "large answered by large-second" });
    await title.waitFor();
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    const attempts = page.getByRole("region", { name: "Attempts" }).getByRole("listitem");
    expect(await attempts.allInnerTexts()).toEqual([
      expect.stringMatching(/large-first[\s\S]*upstream unavailable 401[\s\S]*answered 401/),
      expect.stringMatching(/large-second[\s\S]*completed/),
    ]);
    const figures = page.getByRole("figure");
    const ofCaller = figures.filter({ hasText: "Caller's request" });
    await ofCaller.getByText("dropped: The model behind this endpoint takes no top_k.").waitFor();
    await figures.filter({ hasText: "Upstream's request" }).getByText("vendor-large").waitFor();
    await page.getByRole("button", { name: "attempt 1" }).click();
    await figures.filter({ hasText: "Upstream's reply" }).getByText("invalid x-api-key").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("grid").waitFor();
    expect(await rows(page).first().getAttribute("aria-selected")).toBe("true");
    const grid = page.getByRole("grid");
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("draws only the rows that can be seen of thousands", async () => {
    const gateway = await startGateway(atOnce, { keepRequests: 5_000 });
    for (let batch = 0; batch < 50; batch++) {
      const calls = Array.from({ length: 60 }, () => send(gateway, { model: "no-such-model" }));
      await Promise.all(calls);
    }
    const page = await open(gateway);
    await page.getByText("3,000 requests").waitFor();
    expect(await rows(page).count()).toBeLessThan(60);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    const last = page.locator('[aria-rowindex="3001"]');
    await last.waitFor();
    expect(await last.getAttribute("aria-selected")).toBe("true");
    expect(await rows(page).count()).toBeLessThan(60);
  });

  it("asks for what is new of a long stream, and draws only what can be seen of it", async () => {
    const gate = createGate();
    const gateway = await startGateway(
      (milliseconds) => (milliseconds === 0 ? gate.opened : Promise.resolve()),
      {
        capture: { bytesPerRequest: 8 * 2 ** 20 },
      },
    );
    const answer = await send(gateway, {
      model: "long",
      stream: true,
      more: { max_tokens: 9e6 },
    });
    const reader = answer.body?.getReader() ?? expect.fail("There is no stream.");
    await readUntil(reader, "Word 2000.");
    const page = await open(gateway);
    const asked = page.waitForResponse((answer) => /requests\/.+after=/.test(answer.url()));
    await rows(page).first().click();
    const line = page.getByRole("region", { name: "Timeline" });
    await line.getByText("Word 1.").waitFor();
    const drawn = await line.getByRole("listitem").count();
    expect(drawn).toBeLessThan(2_000);
    const reply = page
      .getByRole("figure")
      .filter({ hasText: "Reply to the caller" })
      .locator("pre");
    await reply.scrollIntoViewIfNeeded();
    await reply.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await reply.getByText("Word 2000.").waitFor();
    expect(await page.locator(".frame").count()).toBeLessThan(2_000);
    const again = await (await asked).text();
    expect(again.length).toBeLessThan(10_000);
    gate.open();
    await reader.cancel();
  });

  it("issues, changes, rotates and revokes a key", async () => {
    const gateway = await startGateway(atOnce);
    const page = await open(gateway);
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Issue a key" }).click();
    await page.getByLabel("Account").fill("cygnus");
    await page.getByLabel("Name").fill("laptop");
    await page.getByLabel("Requests at once").fill("3");
    await page.getByRole("button", { name: "Issue", exact: true }).click();
    const secret = page.getByRole("status").locator("code");
    await secret.waitFor();
    const first = await secret.innerText();
    const row = page.getByRole("row").filter({ hasText: "cygnus" });
    await row.getByText("laptop").waitFor();
    expect(await callWith(gateway, first)).toBe(200);

    await row.getByRole("button", { name: "change" }).click();
    expect(await page.getByLabel("Requests at once").inputValue()).toBe("3");
    await page.getByLabel("Name").fill("desktop");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await row.getByText("desktop").waitFor();

    await row.getByRole("button", { name: "rotate" }).click();
    await page.getByRole("button", { name: "Rotate it" }).click();
    await secret.waitFor();
    const second = await secret.innerText();
    expect([await callWith(gateway, first), await callWith(gateway, second)]).toEqual([401, 200]);

    await row.getByRole("button", { name: "revoke" }).click();
    await page.getByRole("button", { name: "Revoke it" }).click();
    await row.getByText("revoked").waitFor();
    expect(await callWith(gateway, second)).toBe(401);
  });

  it("plots what was used, by day from the ledger and over time of this process", async () => {
    const gateway = await startGateway(atOnce);
    await sendDay(gateway, 2);
    const page = await openUse(gateway);
    const plots = page.locator(".plot canvas");
    await plots.nth(3).waitFor();
    expect(await plots.count()).toBe(4);
    const ofProcess = page.getByRole("region", { name: "Latencies and errors" });
    await ofProcess.getByText("its last 7 requests to models, since").waitFor();
  });

  it.each([
    ["day", new Date().toISOString().slice(0, 10), "7 requests, 1 refused, 1 failed"],
    ["model", "broken", "1 request, 1 failed"],
    ["caller", "key-borealis", "4 requests, 1 refused, 1 failed"],
    ["account", "atlas", "3 requests"],
  ])("plots latencies and errors by %s", async (grouping, name, errors) => {
    const gateway = await startGateway(atOnce);
    await sendDay(gateway, 2);
    const page = await openUse(gateway);
    const region = page.getByRole("region", { name: "Latencies and errors" });
    await region.getByRole("button", { name: grouping }).click();
    const lanes = region.getByRole("listitem").filter({ hasText: name });
    expect(await lanes.allInnerTexts()).toContainEqual(expect.stringContaining(errors));
  });

  it.each([
    ["model", "small"],
    ["caller", "key-atlas"],
    ["account", "atlas"],
  ])("plots the days of the ledger by %s", async (by, name) => {
    const gateway = await startGateway(atOnce);
    await sendDay(gateway, 1);
    const page = await openUse(gateway);
    const region = page.getByRole("region", { name: "Usage by day" });
    await region.getByRole("button", { name: by }).click();
    const legend = region.getByRole("figure").filter({ hasText: "Cost by day" }).locator(".legend");
    await legend.getByText(name, { exact: true }).waitFor();
    const cost = region.getByRole("slider", { name: "Cost by day" });
    expect(await cost.getAttribute("aria-valuetext")).toContain(`${name} $`);
    await region.getByRole("button", { name: "all", exact: true }).click();
    await legend.getByText("dollars").waitFor();
  });

  it("breaks down what was used, and says what is of the ledger and what of this process", async () => {
    const gateway = await startGateway(atOnce);
    await sendDay(gateway, 2);
    const page = await openUse(gateway);
    const region = page.getByRole("region", { name: "Breakdown" });
    await region.getByText("From the ledger, by the model that was billed").waitFor();
    await region.getByText("Of this process, by the model that was asked for").waitFor();
    await region.getByRole("button", { name: "account" }).click();
    const row = region.getByRole("row").filter({ hasText: "borealis" });
    expect(await row.getByRole("cell").count()).toBe(11);
  });

  it("adds credit", async () => {
    const gateway = await startGateway(atOnce);
    const page = await openUse(gateway);
    const balances = page.getByRole("region", { name: "Balances" });
    await balances.getByText("of $25").waitFor();
    await balances.getByRole("button", { name: "add credit to atlas" }).click();
    await page.getByRole("textbox", { name: "Dollars" }).fill("10.50");
    await page.keyboard.press("Enter");
    await balances.getByText("of $35.5").waitFor();
    expect(await page.getByRole("textbox", { name: "Dollars" }).count()).toBe(0);
  });

  it("sets, changes and removes a budget", async () => {
    const gateway = await startGateway(atOnce);
    const page = await openUse(gateway);
    const balances = page.getByRole("region", { name: "Balances" });
    await balances.getByText("monthly budget, renews").waitFor();
    await balances.getByRole("button", { name: "Set a budget" }).click();
    await page.getByLabel("Account", { exact: true }).fill("atlas");
    await page.getByLabel("Key,").fill("key-atlas");
    await page.getByRole("textbox", { name: "Dollars" }).fill("2");
    await page.getByLabel("Period").selectOption("day");
    await page.getByRole("button", { name: "Set it" }).click();
    const budget = balances.getByRole("listitem").filter({ hasText: "daily budget" });
    await budget.getByText("of $2").waitFor();

    await budget.getByRole("button", { name: "change" }).click();
    expect(await page.getByRole("textbox", { name: "Dollars" }).inputValue()).toBe("2");
    await page.getByRole("textbox", { name: "Dollars" }).fill("3");
    await page.getByRole("button", { name: "Change it" }).click();
    await budget.getByText("of $3").waitFor();

    await budget.getByRole("button", { name: "remove" }).click();
    await page
      .getByRole("alertdialog")
      .getByText("The daily budget of key-atlas is removed")
      .waitFor();
    await page.getByRole("button", { name: "Remove it" }).click();
    await budget.waitFor({ state: "detached" });
    expect(await balances.getByText("monthly budget, renews").count()).toBe(1);
  });

  it("moves the focus to what is asked, and back when it is cancelled", async () => {
    const gateway = await startGateway(atOnce);
    const page = await open(gateway);
    await page.getByRole("link", { name: "Keys" }).click();
    const revoke = page.getByRole("button", { name: "revoke key-atlas" });
    await revoke.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await revoke.evaluate((button) => button === document.activeElement)).toBe(true);
    await revoke.click();
    await page.getByRole("button", { name: "change key-borealis" }).click();
    const form = page.getByRole("form", { name: "Change key-borealis" });
    await form.waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await form.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  });

  it("shows the account, the key and the format of a request on a narrow screen", async () => {
    const gateway = await startGateway(atOnce);
    await sendFailedOver(gateway);
    const page = await open(gateway, 390);
    const row = rows(page).first();
    for (const text of ["atlas / key-atlas", "messages, stream"]) {
      const cell = row.getByRole("gridcell", { name: text });
      await cell.waitFor();
      expect(await cell.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
      const { x = 0, width = 400 } = (await cell.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    }
    await row.click();
    const facts = page.locator("dl.facts");
    for (const text of ["atlas", "key-atlas", "messages, stream"]) {
      await facts.getByText(text, { exact: true }).waitFor();
    }
  });

  it.each([1280, 390])("is nowhere wider than a screen of %i pixels", async (width) => {
    const gateway = await startGateway(atOnce);
    await sendFailedOver(gateway);
    const page = await open(gateway, width);
    const widthOf = () => page.evaluate(() => document.querySelector("main")?.scrollWidth);
    await rows(page).first().waitFor();
    expect(await widthOf()).toBe(width);
    await rows(page).first().click();
    await page.getByRole("region", { name: "Ledger" }).waitFor();
    expect(await widthOf()).toBeLessThanOrEqual(width);
    for (const name of ["Use", "Keys"]) {
      await page.getByRole("link", { name }).click();
      await page.getByText("atlas").first().waitFor();
      expect(await widthOf()).toBeLessThanOrEqual(width);
    }
  });
});

/** Reads a stream up to these words. A stream that ends before would otherwise be read for ever. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  words: string,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(words)) {
    const { done, value } = await reader.read();
    if (done) expect.fail(`The stream has ended before "${words}".`);
    text = text.slice(-words.length) + decoder.decode(value, { stream: true });
  }
}

/** The status of a call with this key. */
async function callWith({ origin }: Gateway, key: string): Promise<number> {
  const answer = await fetch(`${origin}/v1/models`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.text();
  return answer.status;
}
