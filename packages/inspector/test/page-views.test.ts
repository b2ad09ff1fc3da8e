import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import { until } from "@diglot/test-support/wait";
import type { Browser, Locator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { credential, startGateway } from "./demo/gateway.ts";

/** What the page is answered, by method and path; a function is told the request. */
type Answers = Readonly<Record<string, unknown>>;

const noUsage = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 0,
  reasoning: 0,
};
const sources = { input: "reported", output: "observed" };

/** A line of the live view. */
const summary = (number: number, change: object = {}) => ({
  ...{ id: `req_${number}`, number, at: Date.UTC(2026, 0, 1), format: "chat-completions" },
  ...{ operation: "generate", requestedModel: "large", state: "answered", status: 200 },
  ...{ attempts: 1, failedAttempts: 0, losses: 0, milliseconds: 1_500 },
  ...change,
});

const list = (requests: readonly object[], change: object = {}) => ({
  ...{ next: "p-1", isWhole: true, oldest: 1, captures: true, now: Date.UTC(2026, 0, 1, 0, 0, 9) },
  ...{ hasAdmin: true, hasUpstreams: false, notes: [], requests },
  ...change,
});

const body = (text: string, isCut = false) => ({ text, bytes: text.length, isCut });

/** All that is known of a request. */
const detail = (change: object = {}) => ({
  ...{ next: "0.0", skipped: [], summary: summary(1), facts: { accountId: "atlas" } },
  ...{ attempts: [], losses: [], rows: [], moments: [], lostEvents: 0, contents: "off" },
  ...{ upstreams: [] },
  ...change,
});

const line = (name: string, change: object = {}) => ({
  ...{ ...noUsage, name, attempts: 1, costNanoDollars: 0 },
  ...change,
});

const report = (change: object = {}) => ({
  ...{ start: "2026-01-01", end: "2026-01-30", hasLedger: true, kept: { requests: 0 } },
  sums: { day: [], model: [], key: [], account: [] },
  latencies: { time: [], day: [], model: [], key: [], account: [] },
  ...change,
});

const key = (id: string, change: object = {}) => ({
  ...{ id, account_id: "atlas", name: null, prefix: "sk-at", models: "all", limits: null },
  ...{ state: "valid", created_at: "2026-01-02T03:04:05Z", expires_at: null },
  ...change,
});

const page = (data: readonly unknown[]) => ({ data, has_more: false, next: null });

const account = (id: string, change: object = {}) => ({
  ...{ account_id: id, limit_nano_dollars: 10e9, spent_nano_dollars: 1e9 },
  ...{ reserved_nano_dollars: 0, available_nano_dollars: 9e9, budgets: [] },
  ...change,
});

const usual: Answers = {
  "GET /inspector/requests": list([]),
  "GET /inspector/usage": report(),
  "GET /admin/accounts": page([]),
  "GET /admin/keys": page([]),
};

describe("a view of the page", needsChromium, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the page at a view, over a service that answers like this. Requests are remembered. */
  async function open(view: string, answers: Answers = {}) {
    const gateway = await startGateway(async () => undefined);
    const context = await browser.newContext();
    context.setDefaultTimeout(0);
    onTestFinished(async () => {
      await context.close();
      await gateway.close();
    });
    const opened = await context.newPage();
    const asked: Request[] = [];
    const all = { ...usual, ...answers };
    await opened.route(/\/(inspector|admin)\/.+/, async (route, request) => {
      asked.push(request);
      const { pathname } = new URL(request.url());
      const found = all[`${request.method()} ${pathname}`];
      const answer = typeof found === "function" ? found(request) : found;
      const status = answer === undefined ? 404 : (answer?.status ?? 200);
      const json = answer === undefined ? { error: { message: "It is not here." } } : answer;
      await route.fulfill({ status: typeof status === "number" ? status : 200, json });
    });
    await opened.goto(`${gateway.origin}/inspector`);
    await opened.evaluate(([name, text]) => sessionStorage.setItem(name, text), [
      "diglot-inspector-credential",
      credential,
    ] as const);
    await opened.goto(`${gateway.origin}/inspector${view}`);
    await opened.reload();
    const bodiesOf = (call: string) =>
      asked
        .filter((one) => `${one.method()} ${new URL(one.url()).pathname}` === call)
        .map((one) => one.postDataJSON());
    return { opened, asked, bodiesOf, all: all as Record<string, unknown> };
  }

  const rows = (opened: Page) => opened.locator(".canvas").getByRole("row");
  const cellsOf = (row: Locator) => row.getByRole("gridcell").allInnerTexts();
  const region = (opened: Page, name: string) => opened.getByRole("region", { name });
  const termsOf = async (opened: Page) =>
    (await opened.locator("dl.facts > div").allInnerTexts()).map((text) => text.split("\n"));

  describe("of live requests", () => {
    it("says of each what came of it", async () => {
      const { opened } = await open("#/", {
        "GET /inspector/requests": list([
          summary(1, { accountId: "atlas", keyId: "key-1", input: 1_234, output: 5 }),
          summary(2, {
            ...{ accountId: "same", keyId: "same", stream: true, format: "messages" },
            ...{ answeredBy: "small", attempts: 2, failedAttempts: 1, costNanoDollars: 2e9 },
            ...{ state: "failed", status: 502, failureKind: "upstream_timeout" },
          }),
          summary(3, { state: "running", output: 7, status: undefined, attempts: 0 }),
          summary(4, { requestedModel: undefined, operation: "count_tokens", state: "left" }),
        ]),
      });
      await rows(opened).nth(3).waitFor();
      const cells = await Promise.all(
        [3, 2, 1, 0].map((index) => cellsOf(rows(opened).nth(index))),
      );
      expect(cells.map((row) => row.slice(1))).toEqual([
        ["answered", "large", "1", "chat", "atlas / key-1", "1,234", "5", "–", "–", "1.50 s"],
        [
          "failed 502",
          "large → small",
          "2",
          "messages, stream",
          "same",
          "–",
          "–",
          "$2.00",
          "–",
          "1.50 s",
        ],
        ["running", "large", "", "chat", "–", "–", "≈ 7", "–", "–", "9.00 s"],
        ["caller left", "–", "1", "chat, count tokens", "–", "–", "–", "–", "–", "1.50 s"],
      ]);
      expect(await rows(opened).nth(2).locator("b.bad").innerText()).toBe("2");
      expect(await rows(opened).nth(2).locator(".state").getAttribute("title")).toBe(
        "502 upstream timeout",
      );
    });

    it("has callers and not keys, since the host may know a caller by a session", async () => {
      const session = { accountId: "atlas", keyId: "session-of-ann" };
      const { opened } = await open("#/", {
        "GET /inspector/requests": list([summary(1, session), summary(2)]),
      });
      await opened.getByRole("columnheader", { name: "Account / caller" }).waitFor();
      await opened.getByLabel("Filter").fill("caller:ann");
      await opened.getByText("1 of 2").waitFor();
      expect(await cellsOf(rows(opened).first())).toContain("atlas / session-of-ann");
      await opened.getByRole("link", { name: "Use" }).click();
      const by = opened.getByRole("group", { name: "By" });
      await by.nth(2).waitFor();
      const texts = await by.evaluateAll((all) => all.map((one) => one.textContent));
      expect(texts).toEqual([
        "Byallmodelcalleraccount",
        "Bytimedaymodelcalleraccount",
        "Bymodelcalleraccount",
      ]);
    });

    it("goes to the filter with a slash, unless one is typing, and shows its first row", async () => {
      const requests = Array.from({ length: 200 }, (_, index) => summary(index + 1));
      const { opened } = await open("#/", { "GET /inspector/requests": list(requests) });
      await rows(opened).first().waitFor();
      const scroller = opened.locator(".scroller");
      await scroller.evaluate((element) => element.scrollTo(0, 3_000));
      await opened.keyboard.press("/");
      await opened.keyboard.type("a/b");
      const box = opened.getByLabel("Filter");
      expect(await box.inputValue()).toBe("a/b");
      await box.fill("large");
      await opened.getByText("200 requests").waitFor();
      expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
    });

    it("listens for keys only as long as it is looked at", async () => {
      const { opened } = await open("#/");
      await opened.addInitScript(() => {
        const listeners = new Set<unknown>();
        const { addEventListener: add, removeEventListener: remove } = window;
        Object.assign(window, {
          keyListeners: listeners,
          addEventListener(name: string, listener: EventListener) {
            if (name === "keydown") listeners.add(listener);
            add.call(window, name, listener);
          },
          removeEventListener(name: string, listener: EventListener) {
            listeners.delete(listener);
            remove.call(window, name, listener);
          },
        });
      });
      await opened.reload();
      const count = () =>
        opened.evaluate(
          () => (window as never as { keyListeners: Set<unknown> }).keyListeners.size,
        );
      await opened.getByRole("grid").waitFor();
      await until(async () => (await count()) === 1);
      await opened.getByRole("link", { name: "Keys" }).click();
      await opened.getByRole("button", { name: "Issue a key" }).waitFor();
      expect(await until(async () => (await count()) === 0)).toBe(true);
    });

    it("moves by keyboard through the rows, and keeps the chosen one in sight", async () => {
      const requests = Array.from({ length: 200 }, (_, index) => summary(index + 1));
      const { opened } = await open("#/", { "GET /inspector/requests": list(requests) });
      await opened.getByText("200 requests").waitFor();
      const grid = opened.getByRole("grid");
      expect(await grid.getAttribute("aria-rowcount")).toBe("201");
      await grid.focus();
      await opened.keyboard.press("End");
      await opened.locator("#row-req_1").waitFor();
      expect(await grid.getAttribute("aria-activedescendant")).toBe("row-req_1");
      await opened.keyboard.press("Home");
      await opened.locator("#row-req_200").waitFor();
      expect(await opened.locator(".scroller").evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      await opened.locator("#row-req_198").click();
      await until(async () => new URL(opened.url()).hash === "#/requests/req_198");
    });

    it("has the notes of its host, with what they are about", async () => {
      const notes = [{ text: "One line." }, { text: "First\nsecond\nthird", requestId: "req_1" }];
      const { opened } = await open("#/", { "GET /inspector/requests": list([], { notes }) });
      const items = opened.getByRole("list", { name: "Notes" }).getByRole("listitem");
      await items.nth(1).waitFor();
      expect(await items.nth(0).innerText()).toBe("One line.");
      expect(await items.nth(0).getByRole("link").count()).toBe(0);
      expect(await items.nth(1).locator("pre").textContent()).toBe("second\nthird");
      const link = items.nth(1).getByRole("link", { name: "Open what this is about: First" });
      expect(await link.getAttribute("href")).toBe("#/requests/req_1");
    });

    it("says that contents are captured, which view it is, and lets one sign out", async () => {
      const { opened } = await open("#/");
      await opened.getByText("contents are captured").waitFor();
      expect(await opened.getByRole("link", { name: "Live" }).getAttribute("aria-current")).toBe(
        "page",
      );
      await opened.getByRole("button", { name: "Sign out" }).click();
      await opened.getByLabel("Credential of an administrator").waitFor();
      expect(await opened.evaluate(() => sessionStorage.length)).toBe(0);
    });

    it("asks for the credential again when it is no longer right, and says why", async () => {
      const { opened, all } = await open("#/");
      await opened.getByRole("grid").waitFor();
      all["GET /inspector/requests"] = { status: 401, error: { message: "It was changed." } };
      await opened.getByRole("alert").getByText("It was changed.").waitFor();
      all["GET /inspector/requests"] = list([]);
      await opened.getByLabel("Credential of an administrator").fill(" right ");
      await opened.keyboard.press("Enter");
      await opened.getByRole("grid").waitFor();
      expect(
        await opened.evaluate(() => sessionStorage.getItem("diglot-inspector-credential")),
      ).toBe("right");
    });

    it("has no keys where there are no endpoints for administrators", async () => {
      const own = list([], { hasAdmin: false, captures: false });
      const { opened, asked } = await open("#/use", { "GET /inspector/requests": own });
      await region(opened, "Breakdown").waitFor();
      await until(async () => (await opened.getByRole("link", { name: "Keys" }).count()) === 0);
      expect(await region(opened, "Balances").count()).toBe(0);
      expect(await opened.getByText("contents are captured").count()).toBe(0);
      expect(asked.every((one) => one.headers()["x-api-key"] === credential)).toBe(true);
    });
  });

  describe("of one request", () => {
    const failure = { fault: "upstream", kind: "upstream_timeout", message: "It was late." };
    const attempt = (number: number, change: object = {}) => ({
      ...{ attemptId: `att_${number}`, number, model: "large", beganAt: Date.UTC(2026, 0, 1) },
      ...{ reservedNanoDollars: 5e9 },
      ...change,
    });

    it("says why it failed, and what is known of it as a whole", async () => {
      const { opened } = await open("#/requests/req_1", {
        "GET /inspector/requests/req_1": detail({
          failure,
          summary: summary(1, {
            ...{ state: "failed", status: 504, input: 100, output: 20, stream: true },
            ...{ costNanoDollars: 1_500_000_000, firstContentMilliseconds: 250 },
          }),
          facts: {
            ...{ accountId: "atlas", keyId: "key-1", endUser: "user-7" },
            trace: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
          },
          usage: { ...noUsage, cacheRead: 3, cacheWrite: 4, cacheWriteLong: 5, reasoning: 6 },
          headMilliseconds: 12,
          waited: { limits: 3, ledger: 4_000 },
        }),
      });
      const notice = opened.getByRole("note");
      await notice.waitFor();
      expect(await notice.innerText()).toMatch(
        /upstream timeout\s+The upstream has failed\.\s+It was late\./,
      );
      expect((await termsOf(opened)).slice(1)).toEqual([
        ["Format", "chat-completions, stream"],
        ["Account", "atlas"],
        ["Caller", "key-1"],
        ["End user", "user-7"],
        ["Input", "100, 12 of it cached"],
        ["Output", "20, 6 reasoning"],
        ["Cost", "$1.5"],
        ["Head of the answer", "12 ms"],
        ["First content", "250 ms"],
        ["Total", "1.50 s"],
        ["Waited for limits", "3.0 ms"],
        ["Waited for ledger", "4.00 s"],
        ["Trace", "0af7651916cd43dd8448eb211c80319c"],
      ]);
    });

    it("says where its attempts went, how they ended, and what they cost", async () => {
      const { opened } = await open("#/requests/req_1", {
        "GET /inspector/requests/req_1": detail({
          attempts: [
            attempt(1, {
              ...{ upstream: "vendor", upstreamModel: "vendor-large", upstreamFormat: "messages" },
              ...{ endedAt: Date.UTC(2026, 0, 1) + 500, milliseconds: 500 },
              failure: { ...failure, upstreamStatus: 429 },
              ...{ upstreamKey: "keys[1]", keyRestMilliseconds: 30_000 },
            }),
            attempt(2, {
              ...{ end: "completed", milliseconds: 1_000, costNanoDollars: 2e9 },
              ...{ usage: { ...noUsage, output: 7 }, beganAt: Date.UTC(2026, 0, 1) + 500 },
            }),
          ],
          rows: [{ attemptId: "att_1" }, { attemptId: "att_2" }].map((row) => ({
            ...{
              ...row,
              state: "settled",
              end: "completed",
              model: "large",
              errorKind: "overloaded",
            },
            ...{
              usage: { ...noUsage, input: 8, cacheRead: 1, cacheWriteLong: 2, output: 3, sources },
            },
            ...{ reservedNanoDollars: 5e9, costNanoDollars: 2e9 },
          })),
        }),
      });
      const items = region(opened, "Attempts").getByRole("listitem");
      await items.nth(1).waitFor();
      const texts = await items.allInnerTexts();
      expect(texts.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
        expect.stringMatching(
          /^1 large vendor, vendor-large, messages, keys\[1\] upstream timeout 429, key rests 30\.00 s 500 ms · – out · – of \$5 reserved ?It was late\.$/,
        ),
        expect.stringMatching(
          /^2 large in this process completed 1\.00 s · 7 out · \$2 of \$5 reserved ?$/,
        ),
      ]);
      const bar = items.nth(1).locator(".lane i");
      expect(await bar.getAttribute("style")).toMatch(/left: 33\.3\d*%; width: 66\.6\d*%/);
      const cells = region(opened, "Ledger").getByRole("row").nth(1).getByRole("cell");
      expect(await cells.allInnerTexts()).toEqual([
        ...["att_1", "settled", "completed overloaded", "large", "8", "3", "3", "$5.00", "$2.00"],
      ]);
      expect(await cells.nth(4).getAttribute("title")).toBe("reported");
      expect(await cells.nth(6).getAttribute("title")).toBe("observed");
    });

    it("says when something has happened, with long gaps, and what was not kept", async () => {
      const at = Date.UTC(2026, 0, 1);
      const delta = {
        kind: "event",
        label: "delta",
        group: "text, block 0",
        detail: "x".repeat(100),
      };
      const { opened } = await open("#/requests/req_1", {
        "GET /inspector/requests/req_1": detail({
          moments: [
            { at, kind: "life", label: "request" },
            { at: at + 300, ...delta },
            { at: at + 310, ...delta },
            { at: at + 320, kind: "life", label: "settle failed", isBad: true },
          ],
          lostEvents: 3,
          contents: "gone",
        }),
      });
      const items = region(opened, "Timeline").getByRole("listitem");
      await items.nth(2).waitFor();
      const texts = (await items.allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, " ").trim(),
      );
      expect(texts[1]).toBe(
        `+300 ms 300 ms 2 × text, block 0 ${"x".repeat(160)}… over 10 ms, longest gap 10 ms`,
      );
      expect(await items.nth(1).locator(".moment-gap").getAttribute("class")).toContain("long");
      expect(await items.nth(2).getAttribute("class")).toBe("moment-bad");
      expect(
        await region(opened, "Timeline").getByText("3 more events were not kept.").count(),
      ).toBe(1);
      expect(await region(opened, "Wire").getByText("are no longer kept.").count()).toBe(1);
    });

    it("says that nothing is captured, and of a request that is not kept why", async () => {
      const moments = [{ at: Date.UTC(2026, 0, 1), kind: "life", label: "request" }];
      const { opened } = await open("#/requests/req_1", {
        "GET /inspector/requests/req_1": detail({ moments }),
      });
      await region(opened, "Wire").getByText("Contents are not captured.").waitFor();
      const hint = "The events of the reply are shown if contents are captured.";
      expect(await region(opened, "Timeline").getByText(hint).count()).toBe(1);
      const other = await open("#/requests/req_2");
      await other.opened.getByText("It is not here.").waitFor();
      await other.opened.getByRole("link", { name: "← All requests" }).click();
      await other.opened.getByRole("grid").waitFor();
    });

    it("shows the wire: JSON set out with its losses, streams by event, and all of it raw", async () => {
      const loss = {
        direction: "request",
        at: "/top_k",
        code: "dropped",
        reason: "There is none.",
      };
      const head = { at: 0, status: 200 };
      const { opened } = await open("#/requests/req_1", {
        "GET /inspector/requests/req_1": detail({
          contents: "kept",
          losses: [
            loss,
            { ...loss, direction: "reply", at: "/x", code: "reshaped", from: "a", to: "b" },
          ],
          request: body('{"top_k":5}', true),
          answer: {
            ...head,
            headers: [["content-type", "text/event-stream"]],
            body: body("event: a\ndata: one\n\ndata: two\n\n"),
          },
          upstreams: [
            {
              ...{
                attemptId: "att_1",
                at: 0,
                url: "https://vendor.example/v1",
                request: body("{}"),
              },
              answer: {
                ...head,
                headers: [["content-type", "application/json"]],
                body: body('{"x":1}'),
              },
            },
          ],
        }),
      });
      const figure = (text: string) => opened.getByRole("figure").filter({ hasText: text });
      const asked = figure("Caller's request");
      await asked.waitFor();
      expect(await asked.locator(".lossy").innerText()).toBe(
        '  "top_k": 5\ndropped: There is none.\n',
      );
      expect(await asked.getByText("The rest was not kept.").count()).toBe(1);
      expect(await asked.getByText("11 B").count()).toBe(1);
      expect(await figure("Reply to the caller").locator(".frame").allInnerTexts()).toEqual([
        "one",
        "two",
      ]);
      expect(await figure("Reply to the caller").getByText("200 text/event-stream").count()).toBe(
        1,
      );
      await opened.getByRole("button", { name: "Reply to the caller, raw" }).click();
      expect(await figure("Reply to the caller").locator("pre").innerText()).toContain(
        "event: a\ndata: one",
      );
      expect(
        await figure("Upstream's request").getByText("https://vendor.example/v1").count(),
      ).toBe(1);
      expect(await figure("Upstream's reply").locator(".lossy em").innerText()).toContain(
        "reshaped to b: There is none.",
      );
      expect(await figure("Upstream's request").getByText("The rest was not kept.").count()).toBe(
        0,
      );
      const receipt = region(opened, "Receipt").getByRole("row");
      expect(await receipt.nth(1).getByRole("cell").allInnerTexts()).toEqual([
        ...["dropped", "request", "/top_k", "–", "There is none."],
      ]);
      expect(await receipt.nth(2).getByRole("cell").nth(3).innerText()).toBe("a → b");
    });

    it("is asked for until its rows are there, and goes on when the service is back", async () => {
      let count = 0;
      const { opened, asked } = await open("#/requests/req_1", {
        "GET /inspector/requests/req_1": () => {
          count += 1;
          const row = { usage: { ...noUsage, sources }, end: "completed", state: "settled" };
          return detail({
            attempts: [attempt(1), attempt(2)],
            rows: ["att_1", "att_2"]
              .slice(0, Math.max(0, count - 2))
              .map((attemptId) => ({ ...row, attemptId })),
          });
        },
      });
      await region(opened, "Attempts").waitFor();
      await opened.context().setOffline(true);
      await opened.context().setOffline(false);
      await region(opened, "Ledger").getByText("att_2").waitFor();
      const queries = asked
        .map((one) => new URL(one.url()))
        .filter(({ pathname }) => pathname.endsWith("req_1"));
      expect(queries.at(-1)?.search).toBe("?after=0.0");
    });
  });

  describe("of keys", () => {
    it("lists them, with what can be done to those that are valid", async () => {
      const { opened } = await open("#/keys", {
        "GET /admin/keys": page([
          key("key-1", { name: "laptop", models: ["a", "b"], expires_at: "2026-05-06T00:00:00Z" }),
          key("key-2", { state: "revoked" }),
        ]),
      });
      const lines = opened.getByRole("row");
      await lines.nth(2).waitFor();
      expect((await lines.nth(1).getByRole("cell").allInnerTexts()).slice(0, 8)).toEqual([
        ...["key-1", "atlas", "laptop", "sk-at…", "a, b", "valid", "2026-01-02 03:04"],
        "2026-05-06 00:00",
      ]);
      expect((await lines.nth(2).getByRole("cell").allInnerTexts()).slice(2)).toEqual([
        ...["–", "sk-at…", "all models", "revoked", "2026-01-02 03:04", "–", ""],
      ]);
      expect(await lines.nth(1).getByRole("button").allInnerTexts()).toEqual([
        "change",
        "rotate",
        "revoke",
      ]);
    });

    it("sends of a new key only what is set, and of a changed one what is removed, too", async () => {
      const limited = { requests_per_minute: 5 };
      const { opened, bodiesOf } = await open("#/keys", {
        "GET /admin/keys": page([
          key("key/1", { expires_at: "2026-05-06T00:00:00Z", name: "a", limits: limited }),
        ]),
        "POST /admin/keys": { ...key("key-2"), secret: "sk-the-secret" },
        "PATCH /admin/keys/key%2F1": key("key/1"),
      });
      await opened.getByRole("button", { name: "Issue a key" }).click();
      await opened.getByLabel("Account").fill(" borealis ");
      await opened.getByLabel("Models, all if empty").fill("large, small");
      await opened.getByLabel("Requests at once").fill("3");
      await opened.keyboard.press("Enter");
      await opened.getByText("sk-the-secret").waitFor();
      expect(bodiesOf("POST /admin/keys")).toEqual([
        { account_id: "borealis", models: ["large", "small"], limits: { concurrent_requests: 3 } },
      ]);

      await opened.getByRole("button", { name: "change key/1" }).click();
      expect(await opened.getByLabel("Expires").inputValue()).toBe("2026-05-06");
      await opened.getByLabel("Name").fill("");
      await opened.getByRole("button", { name: "Change", exact: true }).click();
      await until(() => bodiesOf("PATCH /admin/keys/key%2F1").length === 1);
      await opened.getByText("sk-the-secret").waitFor({ state: "detached" });
      const none = {
        ...{ requests_per_minute: 5, concurrent_requests: null },
        ...{ input_tokens_per_minute: null, output_tokens_per_minute: null },
      };
      expect(bodiesOf("PATCH /admin/keys/key%2F1")).toEqual([
        { name: null, models: "all", limits: none },
      ]);

      await opened.getByRole("button", { name: "change key/1" }).click();
      await opened.getByLabel("Expires").fill("");
      await opened.getByRole("button", { name: "Change", exact: true }).click();
      await until(() => bodiesOf("PATCH /admin/keys/key%2F1").length === 2);
      expect(bodiesOf("PATCH /admin/keys/key%2F1")[1]).toMatchObject({
        name: "a",
        expires_at: null,
      });
    });

    it("ends the old secret of a rotated key at once, and says what is wrong with a change", async () => {
      const { opened, bodiesOf, all } = await open("#/keys", {
        "GET /admin/keys": page([key("key-1")]),
        "POST /admin/keys/key-1/rotate": { status: 503, error: { message: "Try later." } },
      });
      await opened.getByRole("button", { name: "rotate key-1" }).click();
      const dialog = opened.getByRole("alertdialog", { name: "Rotate" });
      await dialog.getByText("The present secret of key-1 becomes invalid at once").waitFor();
      await opened.getByRole("button", { name: "Rotate it" }).click();
      await opened.getByRole("alert").getByText("Try later.").waitFor();
      expect(await dialog.count()).toBe(1);
      all["POST /admin/keys/key-1/rotate"] = { ...key("key-1"), secret: "sk-new" };
      await opened.getByRole("button", { name: "Rotate it" }).click();
      await opened.getByText("sk-new").waitFor();
      expect(await opened.getByRole("alert").count()).toBe(0);
      expect(bodiesOf("POST /admin/keys/key-1/rotate")).toEqual(
        Array(2).fill({ overlap_seconds: 0 }),
      );
    });

    it("says that there are none to see without endpoints for administrators", async () => {
      const { opened } = await open("#/keys", { "GET /admin/keys": undefined });
      await opened.getByText("This service has no endpoints for administrators.").waitFor();
      expect(await opened.getByRole("button", { name: "Issue a key" }).count()).toBe(0);
    });
  });

  describe("of use", () => {
    const budget = (change: object = {}) => ({
      ...{ key_id: null, period: "month", time_zone: "UTC", renews_at: "2026-02-01T00:00:00Z" },
      ...{
        limit_nano_dollars: 5e9,
        limit_usd: "5.00",
        spent_nano_dollars: 0,
        reserved_nano_dollars: 0,
      },
      ...change,
    });

    it("says how much of each amount is used, what is reserved, and what is nearly used up", async () => {
      const { opened } = await open("#/use", {
        "GET /admin/accounts": page([
          account("atlas", {
            reserved_nano_dollars: 8.5e9,
            budgets: [budget({ spent_nano_dollars: 1 })],
          }),
          account("free", {
            limit_nano_dollars: null,
            next_request: { outcome: "refused", limited_by: null },
            budgets: [budget({ key_id: "key-1", renews_at: null, period: "total" })],
          }),
          account("empty", {
            ...{ limit_nano_dollars: 0, spent_nano_dollars: 0 },
            next_request: { outcome: "refused", limited_by: "credit" },
          }),
        ]),
      });
      const lines = region(opened, "Balances").getByRole("listitem");
      await lines.nth(4).waitFor();
      const texts = (await lines.allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, " ").trim(),
      );
      expect(texts).toEqual([
        "atlas balance $1 of $10 (95% used), $8.5 reserved add credit",
        "atlas monthly budget, renews 2026-02-01 00:00 UTC $0 of $5 (under 1% used) changeremove",
        "free no credit, requests refused: no credit and no budget $1 spent add credit",
        "key-1 total budget $0 of $5 (0% used) changeremove",
        "empty balance, requests refused: credit used up $0 of $0 (100% used) add credit",
      ]);
      expect(await lines.nth(0).locator(".bad").count()).toBe(1);
      expect(await lines.nth(0).locator(".lane i").getAttribute("style")).toBe("width: 95%;");
      expect(await lines.nth(3).locator(".bad").count()).toBe(0);
    });

    it("sends a credit that is tried again with the same id, and another one with another", async () => {
      const credits = "POST /admin/accounts/a%2Fb/credits";
      const { opened, bodiesOf, all } = await open("#/use", {
        "GET /admin/accounts": page([account("a/b")]),
        [credits]: { status: 503, error: { message: "Try later." } },
      });
      const add = async () => {
        await opened.getByRole("textbox", { name: "Dollars" }).fill("2.50");
        await opened.keyboard.press("Enter");
      };
      await opened.getByRole("button", { name: "add credit to a/b" }).click();
      expect(await opened.getByLabel("Account", { exact: true }).isEditable()).toBe(false);
      await add();
      await opened.getByRole("alert").getByText("Try later.").waitFor();
      all[credits] = {};
      await add();
      await opened.getByRole("form").waitFor({ state: "detached" });
      await opened.getByRole("button", { name: "add credit to a/b" }).click();
      await opened.getByLabel("Note").fill("for March");
      await add();
      await until(() => bodiesOf(credits).length === 3);
      const [first, second, third] = bodiesOf(credits);
      expect(first).toEqual({ id: expect.stringMatching(/^inspector-/), usd: "2.50", note: null });
      expect(second).toEqual(first);
      expect(third).toMatchObject({ note: "for March" });
      expect(third.id).not.toBe(first.id);
    });

    it("sets the budget of an account or of a key, and changes its amount and zone alone", async () => {
      const { opened, bodiesOf } = await open("#/use", {
        "GET /admin/accounts": page([
          account("atlas", { budgets: [budget({ time_zone: "Europe/Berlin" })] }),
        ]),
        "POST /admin/accounts/atlas/budgets": {},
        "POST /admin/keys/key-1/budgets": {},
      });
      await opened.getByRole("button", { name: "Set a budget" }).click();
      await opened.getByLabel("Account", { exact: true }).fill("atlas");
      await opened.getByLabel("Key,").fill("key-1");
      await opened.getByRole("textbox", { name: "Dollars" }).fill("2");
      await opened.getByLabel("Period").selectOption("week");
      await opened.getByRole("button", { name: "Set it" }).click();
      await until(() => bodiesOf("POST /admin/keys/key-1/budgets").length === 1);
      expect(bodiesOf("POST /admin/keys/key-1/budgets")).toEqual([{ period: "week", usd: "2" }]);
      await opened.getByRole("form").waitFor({ state: "detached" });
      await opened.getByRole("button", { name: "change the monthly budget of atlas" }).click();
      expect(await opened.getByRole("textbox", { name: "Dollars" }).inputValue()).toBe("5");
      await opened.getByRole("button", { name: "Change it" }).click();
      await until(() => bodiesOf("POST /admin/accounts/atlas/budgets").length === 1);
      expect(bodiesOf("POST /admin/accounts/atlas/budgets")).toEqual([
        { period: "month", usd: "5", time_zone: "Europe/Berlin" },
      ]);
    });

    it("breaks down the dearest first, with the figures of the ledger and of this process", async () => {
      const sums = [
        line("cheap", { attempts: 1, input: 10, output: 2, costNanoDollars: 1e6 }),
        line("dear", {
          attempts: 3,
          input: 1_000,
          cacheRead: 1,
          cacheWrite: 2,
          cacheWriteLong: 4,
          output: 9,
          costNanoDollars: 3e9,
        }),
      ];
      const latency = {
        name: "dear",
        requests: 4,
        refused: 1,
        failed: 2,
        p50: 5,
        p95: 50,
        p99: 500,
        firstContentP50: 3,
      };
      const { opened, asked } = await open("#/use", {
        "GET /inspector/usage": report({
          sums: { day: [], model: sums, key: [], account: [] },
          latencies: { time: [], day: [], model: [latency], key: [], account: [] },
          kept: { requests: 4, since: Date.UTC(2026, 0, 2, 3, 4) },
        }),
      });
      const table = region(opened, "Breakdown").getByRole("row");
      await table.nth(3).waitFor();
      const cells = async (index: number) => table.nth(index).locator("th, td").allInnerTexts();
      expect(await cells(2)).toEqual([
        ...[
          "dear",
          "3",
          "1,000",
          "7",
          "9",
          "$3.00",
          "1",
          "2",
          "3.0 ms",
          "5.0 ms",
          "50 ms",
          "500 ms",
        ],
      ]);
      expect(await cells(3)).toEqual([
        ...["cheap", "1", "10", "0", "2", "$0.001000", "–", "–", "–", "–", "–", "–"],
      ]);
      await opened.getByText("its last 4 requests to models, since 2026-01-02 03:04 UTC").waitFor();
      await opened.getByRole("button", { name: "7 days" }).click();
      await until(() => asked.some((one) => one.url().endsWith("/inspector/usage?days=7")));
      expect(asked.some((one) => one.url().endsWith("/inspector/usage?days=30"))).toBe(true);
    });

    it("reads the day and the values of a bar, by pointer and by keyboard", async () => {
      const day = [
        line("2026-01-02", { input: 1_200, output: 34, costNanoDollars: 2e9 }),
        line("2026-01-04", { output: 7 }),
      ];
      const { opened } = await open("#/use", {
        "GET /inspector/usage": report({
          ...{ start: "2026-01-01", end: "2026-01-04" },
          sums: { day, model: [], key: [], account: [] },
        }),
      });
      const tokens = opened.getByRole("slider", { name: "Tokens by day" });
      const reading = () => tokens.getAttribute("aria-valuetext");
      const figure = opened.getByRole("figure").filter({ hasText: "Tokens by day" });
      await tokens.waitFor();
      expect(await reading()).toBe("4 Jan: all 7, output 7");
      await tokens.focus();
      await opened.keyboard.press("ArrowLeft");
      expect(await reading()).toBe("3 Jan: all none, output none");
      await opened.keyboard.press("ArrowLeft");
      expect(await reading()).toBe("2 Jan: all 1,234, output 34");
      await figure.getByText("2 Jan: all 1,234, output 34").waitFor();
      await opened.keyboard.press("End");
      expect(await reading()).toBe("4 Jan: all 7, output 7");
      const over = (await tokens.locator(".u-over").boundingBox()) ?? expect.fail("No plot.");
      await opened.mouse.move(over.x + over.width / 3, over.y + over.height / 2);
      await figure.getByText("2 Jan: all 1,234, output 34").waitFor();
      await opened.mouse.move(0, 0);
      await figure.getByText("4 Jan: all 7, output 7").waitFor();
      const cost = opened.getByRole("slider", { name: "Cost by day" });
      await cost.focus();
      await opened.keyboard.press("Home");
      await opened.keyboard.press("ArrowRight");
      expect(await cost.getAttribute("aria-valuetext")).toBe("2 Jan: dollars $2");
    });

    it("has no figures of a ledger without one, and says what is wrong", async () => {
      const { opened, all } = await open("#/use", {
        "GET /inspector/usage": report({ hasLedger: false }),
      });
      await region(opened, "Breakdown").waitFor();
      expect(await region(opened, "Usage by day").count()).toBe(0);
      expect(await region(opened, "Breakdown").getByText("From the ledger").count()).toBe(0);
      await opened.getByText("no request to a model yet").waitFor();
      all["GET /inspector/usage"] = { status: 503, error: { message: "Try later." } };
      await opened.reload();
      await opened.getByText("Try later.").waitFor();
    });
  });

  describe("of upstreams", () => {
    const model = (id: string, change: object = {}) => ({
      ...{ id, name: `vendor-${id}`, is_unlisted: false, last_success_at: null },
      ...{ last_error_at: null, last_error: null, last_error_status: null },
      ...change,
    });
    const upstream = (name: string, change: object = {}) => ({
      ...{ name, base_url: `https://${name}.example/v1`, state: "ready", problem: null },
      ...{ checked_at: "2026-01-01T12:30:00.000Z", models: [] },
      ...change,
    });
    const telling = { "GET /inspector/requests": list([], { hasUpstreams: true }) };
    const textOf = (opened: Page, name: string) => region(opened, `Upstream ${name}`).innerText();

    it("says of each whether it can be used, and what its models have met", async () => {
      const { opened } = await open("#/upstreams", {
        ...telling,
        "GET /admin/upstreams": page([
          upstream("one", {
            models: [
              model("large", { last_success_at: "2026-01-01T12:31:00.000Z" }),
              model("small", {
                ...{ is_unlisted: true, last_error: "unknown_model", last_error_status: 404 },
                last_error_at: "2026-01-01T12:29:00.000Z",
              }),
            ],
          }),
          upstream("two", { state: "key_refused", problem: "It does not accept the key." }),
          upstream("three", { state: null, checked_at: null }),
        ]),
      });
      await region(opened, "Upstream one").waitFor();
      const [, ...found] = await region(opened, "Upstream one").getByRole("row").allInnerTexts();
      expect(found).toEqual([
        "large\tvendor-large\t–\t2026-01-01 12:31\t–",
        "small\tvendor-small\tnot listed\t–\t2026-01-01 12:29 unknown model 404",
      ]);
      expect(await textOf(opened, "one")).toMatch(
        /^one\s+ready\s+https:.*, asked 2026-01-01 12:30\n/,
      );
      expect(await textOf(opened, "two")).toMatch(
        /^two\s+key refused.*It does not accept the key\.\s+No model of this gateway is asked there\.$/s,
      );
      expect(await textOf(opened, "three")).toMatch(/^three\s+not asked\s+https:\S+v1\n/);
    });

    it("asks them again when it is told to, and says why it cannot", async () => {
      const { opened, all, bodiesOf } = await open("#/upstreams", {
        ...telling,
        "GET /admin/upstreams": page([upstream("one", { state: "unreachable" })]),
      });
      await region(opened, "Upstream one").getByText("unreachable").waitFor();
      const ready = page([upstream("one")]);
      Object.assign(all, { "POST /admin/upstreams/check": ready, "GET /admin/upstreams": ready });
      await opened.getByRole("button", { name: "Ask again" }).click();
      await region(opened, "Upstream one").getByText("ready").waitFor();
      expect(bodiesOf("POST /admin/upstreams/check")).toEqual([null]);
      all["GET /admin/upstreams"] = { status: 503, error: { message: "It is closing." } };
      await opened.getByRole("alert").getByText("It is closing.").waitFor();
    });

    it("has no place where the service does not know of them", async () => {
      const { opened } = await open("#/");
      await opened.getByRole("grid").waitFor();
      expect(await opened.getByRole("link", { name: "Upstreams" }).count()).toBe(0);
    });
  });
});
