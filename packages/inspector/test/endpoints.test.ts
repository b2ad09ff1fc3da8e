import { createHash } from "node:crypto";
import {
  createMemoryKeys,
  createService,
  type Model,
  messagesUpstream,
  type ReporterEvent,
  withFallback,
} from "@diglot/core";
import { createInspector, createOneTimeLink, inspectorEndpoints } from "@diglot/inspector";
import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import type { RequestChange, RequestDetail, RequestList, UsageReport } from "../src/wire.js";
import { credential } from "./demo/gateway.ts";
import { send, sendFailedOver } from "./demo/traffic.ts";
import { createModels } from "./demo/upstreams.ts";
import { inspected, saying } from "./support.ts";

const atOnce = async () => undefined;

async function listOf({ ask }: ReturnType<typeof inspected>, after = ""): Promise<RequestList> {
  return ask(`/inspector/requests${after && `?after=${after}`}`);
}

async function onlyRequest(gateway: ReturnType<typeof inspected>): Promise<RequestDetail> {
  const [request] = (await listOf(gateway)).requests;
  return gateway.ask(`/inspector/requests/${request?.id}`);
}

describe("the page", () => {
  it("is served without a credential, since it holds no secret", async () => {
    const { get } = inspected([saying("Hello.")]);
    const page = await get("/inspector", "");
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    });
    const { length } = new Uint8Array(await page.arrayBuffer());
    expect(page.headers.get("content-length")).toBe(String(length));
  });

  it("is served under no host that a page of another site could have", async () => {
    const { service } = inspected([saying("Hello.")]);
    const statusUnder = async (host: string) =>
      (await service.request("/inspector", { headers: { host } })).status;
    expect(await statusUnder("127.0.0.1:8787")).toBe(200);
    expect(await statusUnder("pages.example")).toBe(403);
  });

  it("allows its own script and style, and nothing else", async () => {
    const { get } = inspected([saying("Hello.")]);
    const page = await get("/inspector");
    const policy = page.headers.get("content-security-policy") ?? "";
    const html = await page.text();
    const hashOf = (tag: string) => {
      const text = new RegExp(String.raw`<${tag}>([\s\S]*?)</${tag}>`).exec(html)?.[1] ?? "";
      return createHash("sha256").update(text).digest("base64");
    };
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${hashOf("script")}'`);
    expect(policy).toContain(`style-src 'sha256-${hashOf("style")}'`);
    expect(policy).not.toContain("unsafe");
  });

  it("tells other sites nothing, and no browser guesses a type of it or of what it asks", async () => {
    const { get } = inspected([saying("Hello.")]);
    const [page, list] = [await get("/inspector"), await get("/inspector/requests")];
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(list.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("names nothing that would be loaded from elsewhere", async () => {
    const { get } = inspected([saying("Hello.")]);
    const html = await (await get("/inspector")).text();
    expect(html).not.toMatch(/(?:src|href)="(?!data:)(?!#)[^"]/);
    expect(html).not.toMatch(/@import|url\(\s*["']?https?:/);
  });
});

describe("a one-time link", () => {
  /** A service with a link, at so many milliseconds after the link was made. */
  function linked(later = 0) {
    const [inspector, link] = [createInspector({ capture: true }), createOneTimeLink()];
    const events: ReporterEvent[] = [];
    const waits: number[] = [];
    const service = createService({
      models: [saying("Hello.")],
      keys: createMemoryKeys([{ key }]),
      clock: {
        ...createFakeClock(Date.now() + later),
        after(milliseconds, callback) {
          waits.push(milliseconds);
          queueMicrotask(callback);
          return () => undefined;
        },
      },
      reporter: [inspector.reporter, (event) => void events.push(event)],
      endpoints: inspectorEndpoints({
        inspector,
        credential: { ada: credential, ...link.credential },
        link,
      }),
    });
    const exchange = (token: string, host = "127.0.0.1:8787") =>
      service.request("/inspector/session", {
        method: "POST",
        headers: { "x-api-key": token, "content-type": "application/json", host },
        body: "{}",
      });
    return { service, exchange, events, waits, link, token: link.fragment.slice("#once=".length) };
  }

  it("is exchanged once for a credential, and then no more", async () => {
    const { service, exchange, token, link, events } = linked();
    const answer = await exchange(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { credential: own } = await answer.json();
    expect(link.credential).toEqual({ "one-time link": own });
    const headers = { "x-api-key": own };
    expect(await service.request("/inspector/requests", { headers })).toMatchObject({
      status: 200,
    });
    const again = await exchange(token);
    expect(again.status).toBe(401);
    expect(await again.text()).toContain("This link was used already");
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${token}|${own}`));
  });

  it.each([
    [599_000, 200],
    [601_000, 401],
  ])("is valid for ten minutes: after %i ms it gets %i", async (later, status) => {
    const { exchange, token } = linked(later);
    expect((await exchange(token)).status).toBe(status);
  });

  it.each([
    ["localhost:8787", 200],
    ["[::1]:8787", 200],
    ["192.0.2.7", 401],
    ["gateway", 401],
    ["127.0.0.1.example", 403],
  ])("is exchanged on this machine alone: %s gets %i", async (host, status) => {
    const { exchange, token } = linked();
    expect((await exchange(token, host)).status).toBe(status);
  });

  it("is not found by guessing, and each guess makes the next one slower", async () => {
    const { exchange, token, service, waits } = linked();
    for (const wrong of ["x", `${token}x`, token.slice(1), credential, key]) {
      expect((await exchange(wrong)).status).toBe(401);
    }
    expect(waits.filter((milliseconds) => milliseconds < 1_000)).toEqual([100, 200, 400]);
    const headers = { "x-api-key": token };
    expect(await service.request("/inspector/requests", { headers })).toMatchObject({
      status: 401,
    });
    expect((await exchange(token)).status).toBe(200);
  });

  it("is none that somebody else has made, and nothing is exchanged without one", async () => {
    const inspector = createInspector();
    const link = { fragment: "#once=0123456789abcdef", credential: { ada: credential } };
    expect(() => inspectorEndpoints({ inspector, credential, link })).toThrow(
      '"link" must be a link, such as createOneTimeLink()',
    );
    const paths = inspectorEndpoints({ inspector, credential }).map(({ path }) => path);
    expect(paths).not.toContain("/inspector/session");
  });
});

describe("what the page asks", () => {
  it.each([
    ["no credential", ""],
    ["a wrong credential", `${credential}x`],
    ["a caller's key", key],
  ])("is refused with %s", async (_case, presented) => {
    const { get } = inspected([saying("Hello.")], { capture: true });
    for (const path of ["requests", "requests/any", "usage"]) {
      const answer = await get(`/inspector/${path}`, presented);
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  it("is the list of requests, and later only what has changed", async () => {
    const gateway = inspected([saying("Hello.")]);
    await (await send(gateway, { model: "plain" })).text();
    const { headers } = await gateway.get("/inspector/requests");
    expect(headers.get("content-type")).toBe("application/json");
    const first = await listOf(gateway);
    expect(first).toMatchObject({ isWhole: true, oldest: 1, captures: false });
    expect(first.requests).toMatchObject([
      { state: "answered", requestedModel: "plain", answeredBy: "plain", status: 200 },
    ]);
    expect((await listOf(gateway, first.next)).requests).toEqual([]);

    await (await send(gateway, { model: "plain", format: "chat" })).text();
    const second = await listOf(gateway, first.next);
    expect(second.isWhole).toBe(false);
    expect(second.requests).toMatchObject([{ number: 2, format: "chat-completions" }]);
  });

  it("says whether contents are captured", async () => {
    const lists = [true, false].map((capture) =>
      listOf(inspected([saying("Hello.")], { capture })),
    );
    expect((await Promise.all(lists)).map(({ captures }) => captures)).toEqual([true, false]);
  });

  it("begins anew for a page that has asked another process", async () => {
    const gateway = inspected([saying("Hello.")]);
    await (await send(gateway, { model: "plain" })).text();
    const list = await listOf(gateway, "0123abcd-17");
    expect(list).toMatchObject({ isWhole: true, requests: [{ number: 1 }] });
  });

  it("does not list itself", async () => {
    const gateway = inspected([saying("Hello.")], { capture: true });
    await listOf(gateway);
    await gateway.ask("/admin/keys");
    expect((await listOf(gateway)).requests).toEqual([]);
  });

  it("says of a request that is not kept that there is none", async () => {
    const { get } = inspected([saying("Hello.")]);
    const answer = await get("/inspector/requests/req_unknown");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(
      "This request is not kept; the oldest are forgotten first.",
    );
  });

  it("takes its cursor from the query alone", async () => {
    const gateway = inspected([saying("Hello.")]);
    await (await send(gateway, { model: "plain" })).text();
    const { next } = await listOf(gateway);
    expect((await listOf(gateway, `${next}&other=1`)).requests).toEqual([]);
    const other: RequestList = await gateway.ask(`/inspector/requests?other=${next}`);
    expect([other.isWhole, other.requests.length]).toEqual([true, 1]);
  });

  it("says when it was asked, and has the notes and the neighbours that its host names", async () => {
    const inspector = createInspector();
    const note = { text: "Two requests were not expected." };
    const listWith = async (options: object) => {
      const endpoints = inspectorEndpoints({ inspector, credential, ...options });
      const { get } = inspected([saying("Hello.")], {}, undefined, { endpoints });
      return (await get("/inspector/requests")).json();
    };
    expect(await listWith({})).toMatchObject({
      ...{ hasAdmin: true, hasUpstreams: false },
      notes: [],
      now: expect.any(Number),
    });
    expect(
      await listWith({ hasAdmin: false, hasUpstreams: true, notes: () => [note] }),
    ).toMatchObject({
      ...{ hasAdmin: false, hasUpstreams: true, notes: [note] },
    });
  });

  it("has sums only if it has a ledger, of the days that were asked for", async () => {
    const endpoints = inspectorEndpoints({ inspector: createInspector(), credential });
    const { get } = inspected([saying("Hello.")], {}, undefined, { endpoints });
    const report: UsageReport = await (await get("/inspector/usage?days=2")).json();
    const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
    expect(report).toMatchObject({
      ...{ hasLedger: false, sums: { day: [], model: [], key: [], account: [] } },
      ...{ start: dayAt(Date.now() - 86_400_000), end: dayAt(Date.now()) },
    });
    const usual: UsageReport = await (await get("/inspector/usage")).json();
    expect(usual.start).toBe(dayAt(Date.now() - 29 * 86_400_000));
  });

  it("sums the ledger and the kept requests", async () => {
    const gateway = inspected([saying("Hello.")]);
    await (await send(gateway, { model: "plain" })).text();
    await (await send(gateway, { model: "plain", account: "borealis" })).text();
    const report: UsageReport = await gateway.ask("/inspector/usage?days=7");
    expect(report.hasLedger).toBe(true);
    const dayOf = (ago: number) =>
      new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    expect([report.start, report.end]).toEqual([dayOf(6), dayOf(0)]);
    expect(report.sums.day).toMatchObject([{ attempts: 2 }]);
    expect(report.sums.account.map(({ name }) => name)).toEqual(["atlas", "borealis"]);
    expect(report.latencies.model).toMatchObject([{ name: "plain", requests: 2, failed: 0 }]);
    const today = new Date().toISOString().slice(0, 10);
    expect(report.latencies.day).toMatchObject([{ name: today, p95: expect.any(Number) }]);
    expect(report.kept).toEqual({ requests: 2, since: expect.any(Number) });
  });

  it("has no sums without a ledger, and says so", async () => {
    const inspector = createInspector();
    const service = createService({
      ...{ models: [saying("Hello.")], keys: createMemoryKeys([{ key }]) },
      ...{ reporter: inspector.reporter, endpoints: inspectorEndpoints({ inspector, credential }) },
    });
    const headers = { "x-api-key": credential };
    const report = await (await service.request("/inspector/usage", { headers })).json();
    const nothing = { day: [], model: [], key: [], account: [] };
    expect(report).toMatchObject({ hasLedger: false, sums: nothing });
    const list = await (await service.request("/inspector/requests", { headers })).json();
    expect(list).toMatchObject({ hasAdmin: true, notes: [] });
  });

  it("is refused for more days than a year has", async () => {
    const { get } = inspected([saying("Hello.")]);
    expect((await get("/inspector/usage?days=367")).status).toBe(400);
    const unsplit = await get("/inspector/usage?by=day");
    expect(unsplit.status).toBe(400);
    expect(await unsplit.text()).toContain("by must be one of model, key, account.");
    expect((await get("/inspector/usage?days=0")).status).toBe(400);
  });
});

describe("a failed-over, streamed, translated request", () => {
  it("shows its attempts with what the first one failed of", async () => {
    const gateway = inspected(createModels(atOnce));
    await sendFailedOver(gateway);
    const { attempts, summary, rows } = await onlyRequest(gateway);
    expect(summary).toMatchObject({
      state: "answered",
      requestedModel: "large",
      answeredBy: "large-second",
      attempts: 2,
      failedAttempts: 1,
    });
    expect(attempts).toMatchObject([
      {
        model: "large-first",
        upstreamFormat: "messages",
        failure: { fault: "configuration", kind: "upstream_unavailable", upstreamStatus: 401 },
      },
      { model: "large-second", upstreamFormat: "chat-completions", end: "completed" },
    ]);
    expect(attempts[0]?.failure?.message).toContain("answered 401");
    expect(rows.map(({ attemptId }) => attemptId)).toEqual(
      attempts.map(({ attemptId }) => attemptId),
    );
  });

  it("shows the wire on both sides, the time line and the receipt, if contents are captured", async () => {
    const gateway = inspected(createModels(atOnce), { capture: true });
    await sendFailedOver(gateway);
    const detail = await onlyRequest(gateway);
    expect(detail.contents).toBe("kept");
    expect(detail.request?.text).toContain('"model":"large"');
    expect(detail.upstreams.map(({ answer }) => answer?.status)).toEqual([401, 200]);
    expect(detail.upstreams[1]?.request.text).toContain('"model":"vendor-large"');
    expect(detail.answer?.body.text).toContain("event: message_stop");
    expect(detail.losses.map(({ at }) => at)).toContain("/top_k");
    const labels = detail.moments.map(({ label }) => label);
    const wanted = ["request", "attempt 1 failed", "attempt 2", "start", "delta", "end"];
    expect(wanted.filter((label) => labels.includes(label))).toEqual(wanted);
    const times = detail.moments.map(({ at }) => at);
    const whole = times.map(Math.floor);
    expect(whole).toEqual([...whole].sort((one, other) => one - other));
  });

  it("shows a model that has failed without an attempt, and the one that was asked in its place", async () => {
    const lost: Model = {
      ...saying("never", "lost"),
      respond: () => Promise.reject(new Error("No weights, sk-live-4f9a8b7c6d5e4f3a2b1c.")),
    };
    const models = [withFallback([lost, saying("Hello", "small")], { id: "large" })];
    const gateway = inspected(models, { capture: true });
    await sendFailedOver(gateway);
    const { moments, summary } = await onlyRequest(gateway);
    expect(summary).toMatchObject({ state: "answered", answeredBy: "small", attempts: 1 });
    expect(moments.filter(({ isBad }) => isBad)).toMatchObject([
      { label: "attempt failed", detail: "lost: Error: No weights, [redacted]." },
    ]);
  });

  it("shows no secret of its contents", async () => {
    const gateway = inspected(createModels(atOnce), { capture: { secrets: ["two sentences"] } });
    await sendFailedOver(gateway);
    const text = JSON.stringify(await onlyRequest(gateway));
    expect(text).toContain("My key is [redacted]");
    expect(text).not.toContain("sk-live");
    expect(text).not.toContain("two sentences");
  });

  it("shows no secret of the URLs and headers that pass between the service and an upstream", async () => {
    const model = messagesUpstream({
      ...{ id: "plain", baseUrl: "https://vendor.example/tenant-318", apiKey: "none" },
      fetch: async () => Response.json({}, { status: 500, headers: { "x-note": "of tenant-318" } }),
    });
    const gateway = inspected([model], { capture: { secrets: ["tenant-318"] } });
    await (await send(gateway, { model: "plain" })).text();
    const { upstreams, answer } = await onlyRequest(gateway);
    expect(upstreams).toMatchObject([
      {
        url: "https://vendor.example/[redacted]/v1/messages",
        answer: { headers: expect.arrayContaining([["x-note", "of [redacted]"]]) },
      },
    ]);
    expect(JSON.stringify([upstreams, answer])).not.toContain("tenant-318");
  });

  it("shows no secret that the service itself was made with", async () => {
    const others = { secrets: ["two sentences"] };
    const gateway = inspected(createModels(atOnce), { capture: true }, undefined, others);
    await sendFailedOver(gateway);
    const text = JSON.stringify(await onlyRequest(gateway));
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("two sentences");
  });

  it("shows nothing that was said, if contents are not captured", async () => {
    const gateway = inspected(createModels(atOnce));
    await sendFailedOver(gateway);
    const detail = await onlyRequest(gateway);
    expect(detail.contents).toBe("off");
    expect(JSON.stringify(detail)).not.toMatch(/gateway see|two sentences|sees each request/);
  });
});

describe("a request that is asked for again", () => {
  it("has only what is new since the answer that is named", async () => {
    const gateway = inspected([saying("Hello.")], { capture: true });
    await (await send(gateway, { model: "plain", stream: true })).text();
    const [{ id } = expect.fail("Nothing was kept.")] = (await listOf(gateway)).requests;
    const first: RequestChange = await gateway.ask(`/inspector/requests/${id}`);
    expect(first.answer?.body.text).toContain("Hello.");
    const second: RequestChange = await gateway.ask(
      `/inspector/requests/${id}?after=${first.next}`,
    );
    expect(second).toMatchObject({ moments: [], next: first.next, summary: first.summary });
    expect(second.answer?.body.text).toBe("");
  });
});

describe("the options", () => {
  it.each([
    ["an unknown option", { captures: true }, '"captures" is not an option'],
    ["no room", { keepRequests: 0 }, '"keepRequests"'],
    ["a capture that is none", { capture: "yes" }, '"capture"'],
  ])("are refused with %s", (_case, options, message) => {
    expect(() => createInspector(options as never)).toThrow(message);
  });

  it("are refused without an inspector or with a weak credential", () => {
    const inspector = createInspector();
    expect(() => inspectorEndpoints({ inspector: {} as never, credential })).toThrow(
      "such as createInspector()",
    );
    expect(() => inspectorEndpoints({ inspector, credential: "short" })).toThrow('"credential"');
    for (const none of [undefined, null, "inspector", 7]) {
      expect(() => inspectorEndpoints({ inspector: none as never, credential })).toThrow(
        /^inspectorEndpoints: "inspector" must be an inspector, such as createInspector\(\)/,
      );
    }
    const options = { inspector, credential };
    const refused = (change: object) => () =>
      inspectorEndpoints({ ...options, ...change } as never);
    expect(refused({ ledger: {} })).toThrow(
      '"ledger" must be a ledger that can be read, such as createMemoryLedger()',
    );
    expect(refused({ hasAdmin: 1 })).toThrow('"hasAdmin" must be true or false');
    expect(refused({ hasUpstreams: 1 })).toThrow('"hasUpstreams" must be true or false');
    expect(refused({ notes: [] })).toThrow('"notes" must be a function');
    expect(refused({ note: [] })).toThrow('"note" is not an option');
  });
});
