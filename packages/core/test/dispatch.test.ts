import { createFakeClock } from "@diglot/test-support/clock";
import { formatNames } from "@diglot/test-support/requests";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { AttemptEnd } from "../src/conversation/attempt-end.js";
import type { Pricing } from "../src/conversation/members/priced-members.js";
import { noUsage } from "../src/conversation/usage/usage.js";
import { badReply } from "../src/errors/bad-reply.js";
import { OverLimit } from "../src/errors/over-limit.js";
import { ServiceError } from "../src/errors/service-error.js";
import { timedOut } from "../src/models/failures.js";
import type { Attempt, ModelRequest } from "../src/models/model.js";
import { AbortLink } from "../src/runtime/abort-link.js";
import { upstreamOf } from "../src/upstreams/create-upstream.js";
import { dispatch, toEnd } from "../src/upstreams/send/dispatch.js";
import { upstreamCreators } from "./attempt-of.js";
import { modelRequestOf } from "./make.js";
import { type AnyUpstreamOptions, fakeUpstream } from "./upstream-of.js";

const body = new TextEncoder().encode('{"messages":[]}');

interface Setting {
  readonly answer?: () => Response | Promise<Response>;
  readonly options?: Partial<AnyUpstreamOptions>;
  readonly attempt?: Partial<Attempt>;
  readonly change?: Partial<ModelRequest>;
  readonly pricing?: Pricing;
}

/** Sends one message to an upstream of a format, within an attempt that shows what it is told. */
function sendTo(
  format: (typeof formatNames)[number],
  { answer = () => Response.json({}), options, attempt, change, pricing }: Setting = {},
) {
  const fake = fakeUpstream(answer, options);
  const upstream = upstreamOf(upstreamCreators[format](fake.options));
  if (!upstream) throw new Error("It is an upstream.");
  const made = modelRequestOf(change);
  const opened: Attempt = { id: "att_1", ...made, watch: made.watch, ...attempt };
  const open = vi.fn<ModelRequest["attempt"]>(async () => opened);
  const request: ModelRequest = { ...made.request, attempt: open };
  const message = { path: "/there", headers: [["x-own", "1"]] as const, body, stream: false };
  const sent = dispatch(upstream, request, message, pricing);
  return { sent, open, seen: fake.seen, ...made };
}

describe.each(formatNames)("an attempt at an upstream of %s", (format) => {
  it("announces whom it asks", async () => {
    const { sent, open } = sendTo(format);
    await sent;
    expect(open).toHaveBeenCalledExactlyOnceWith({
      model: expect.objectContaining({ id: "scripted" }),
      upstream: "http://upstream.test/v1",
      upstreamModel: "real-model",
      upstreamFormat: format,
    });
  });

  it("sends its id and its trace, where they are wanted, beside the other headers", async () => {
    const traceHeaders = [["traceparent", "00-1-2-01"]] as const;
    const options = { attemptIdHeader: "X-Attempt" };
    const names = ["x-attempt", "traceparent", "x-own"];
    const known = [...names, "accept", "content-type", "anthropic-version"];
    const credentials = ["authorization", "x-api-key"];
    const sentWith = async (setting: Setting) => {
      const { sent, seen } = sendTo(format, setting);
      await sent;
      const others = [...(seen[0]?.headers.keys() ?? [])].filter((name) => !known.includes(name));
      expect(credentials).toEqual(expect.arrayContaining(others));
      return names.map((name) => seen[0]?.headers.get(name));
    };
    expect(await sentWith({})).toEqual([null, null, "1"]);
    expect(await sentWith({ options })).toEqual(["att_1", null, "1"]);
    expect(await sentWith({ attempt: { traceHeaders } })).toEqual([null, "00-1-2-01", "1"]);
    expect(await sentWith({ options, attempt: { traceHeaders } })).toEqual([
      ...["att_1", "00-1-2-01", "1"],
    ]);
  });

  it("sends nothing for a caller who has left, and returns the reservation", async () => {
    const { sent, release, close, seen } = sendTo(format, {
      change: { signal: AbortSignal.abort("gone") },
    });
    await expect(sent).rejects.toBe("gone");
    expect([release.mock.calls.length, close.mock.calls.length, seen.length]).toEqual([1, 0, 0]);
  });

  it("sends the request in the reporter's context, and shows it what passes", async () => {
    const run = vi.fn((work: () => unknown) => work()) as unknown as NonNullable<Attempt["run"]>;
    const shown = { read: () => undefined, cancel: async () => undefined };
    const contents = { request: vi.fn(), answer: vi.fn(() => shown) };
    const headers = { "content-type": "application/json", "x-a": "b" };
    const { sent, seen } = sendTo(format, {
      answer: () => new Response("{}", { status: 201, headers }),
      attempt: { run, contents: contents as unknown as NonNullable<Attempt["contents"]> },
    });
    const { response } = await sent;
    expect([seen.length, vi.mocked(run).mock.calls.length]).toEqual([1, 1]);
    expect(contents.request).toHaveBeenCalledExactlyOnceWith("http://upstream.test/v1/there", body);
    expect(contents.answer).toHaveBeenCalledExactlyOnceWith(
      201,
      Object.entries(headers),
      expect.anything(),
    );
    expect([response.status, response.headers.get("x-a")]).toEqual([201, "b"]);
    expect(await response.body.read()).toBeUndefined();
  });

  it("shows what its reply has used so far", async () => {
    const { sent, watch } = sendTo(format);
    const dispatched = await sent;
    const look = watch.mock.calls[0]?.[0];
    expect(look?.()).toEqual({ input: undefined, output: 0, reasoning: 0 });
    const reported = { counts: { input: 3 }, final: false, raw: { a: 1 } };
    dispatched.watch(() => ({ reported, output: 7, reasoning: 2 }));
    expect(look?.()).toEqual({ input: 3, output: 7, reasoning: 2 });
  });

  it("is settled once, with what was observed", async () => {
    const { sent, close } = sendTo(format);
    const dispatched = await sent;
    const reply = () => undefined;
    const reported = { counts: { input: 3, output: 7 }, final: true, raw: { a: 1 } };
    dispatched.watch(() => ({ reported, output: 7, reasoning: 0, reply }));
    dispatched.finish("completed");
    dispatched.finish("upstream_error", badReply("It is odd."));
    expect(close).toHaveBeenCalledExactlyOnceWith(
      "completed",
      expect.objectContaining({ input: 3, output: 7 }),
      { a: 1 },
      { error: undefined, upstreamStatus: 200 },
      reply,
    );
  });

  it("is settled with the tier that its reply names, where the price list knows one", async () => {
    const rawOf = async (serviceTier: string | undefined, raw?: Record<string, unknown>) => {
      const accepts = { service_tier: { priority: 2 } };
      const { sent, close } = sendTo(format, { pricing: { accepts, longContext: false } });
      const dispatched = await sent;
      const reported = { counts: {}, final: true, raw, serviceTier };
      dispatched.watch(() => ({ reported, output: 0, reasoning: 0 }));
      dispatched.finish("completed");
      return close.mock.calls[0]?.[2];
    };
    expect(await rawOf("priority", { a: 1 })).toEqual({ a: 1, service_tier: "priority" });
    expect(await rawOf("priority", { service_tier: "x" })).toEqual({ service_tier: "x" });
    expect(await rawOf("priority")).toEqual({ service_tier: "priority" });
    expect(await rawOf(undefined, { a: 1 })).toEqual({ a: 1 });
    expect(await rawOf(undefined)).toBeUndefined();
  });

  it("waits for its head without a timer where no timeout is set", async () => {
    const clock = createFakeClock();
    const { seen } = sendTo(format, {
      answer: () => new Promise(() => undefined),
      change: { clock },
    });
    await flushPromises();
    expect([seen.length, clock.pending]).toEqual([1, 0]);
  });

  it("costs nothing only if its failure shows that no model has run, and nothing came", async () => {
    const unused = new ServiceError({ kind: "overloaded", message: "Busy." });
    const usageAfter = async (failure: unknown, output = 0) => {
      const { sent, close } = sendTo(format);
      const dispatched = await sent;
      const reported = { counts: {}, final: false, raw: undefined };
      dispatched.watch(() => ({ reported, output, reasoning: 0 }));
      dispatched.finish("upstream_error", failure);
      return close.mock.calls[0]?.[1];
    };
    expect(await usageAfter(unused)).toEqual(noUsage);
    for (const failure of [undefined, badReply("It is odd."), new Error("odd")]) {
      expect((await usageAfter(failure))?.sources.input).toBe("estimated");
    }
    expect((await usageAfter(unused, 1))?.output).toBe(1);
  });

  /** An attempt whose body was read to its end or not, that ends, and whose caller leaves then. */
  async function leave(isRead: boolean, end: AttemptEnd) {
    const body = { read: vi.fn(() => undefined), cancel: vi.fn(async () => undefined) };
    const contents = {
      request: () => undefined,
      answer: () => body,
    } as unknown as NonNullable<Attempt["contents"]>;
    const caller = new AbortController();
    const { sent, seen } = sendTo(format, {
      attempt: { contents },
      change: { signal: caller.signal },
    });
    const dispatched = await sent;
    if (isRead) dispatched.noteRead();
    dispatched.finish(end);
    await flushPromises();
    caller.abort();
    const { read, cancel } = body;
    const isAborted = seen[0]?.signal.aborted;
    return { reads: read.mock.calls.length, cancels: cancel.mock.calls.length, isAborted };
  }

  it("leaves the body of a complete reply alone that was read to its end, and reads it to there else", async () => {
    expect(await leave(true, "completed")).toEqual({ reads: 0, cancels: 0, isAborted: false });
    expect(await leave(false, "completed")).toEqual({ reads: 1, cancels: 0, isAborted: false });
  });

  it("aborts the request for any other reply, even one that was read to its end", async () => {
    for (const isRead of [true, false]) {
      expect(await leave(isRead, "limit")).toEqual({ reads: 0, cancels: 1, isAborted: true });
    }
  });

  it("explains a failure to read its reply once, and leaves other failures as they are", async () => {
    const dispatched = await sendTo(format).sent;
    const explained = dispatched.explain(badReply("It is odd.")) as ServiceError;
    expect((explained.cause as Error).message).toBe(
      "It is odd. (POST http://upstream.test/v1/there, status 200, content type application/json)",
    );
    expect(dispatched.explain(explained)).toBe(explained);
    expect(dispatched.explain("odd")).toBe("odd");
  });

  it("aborts its request when it fails before its reply", async () => {
    const { sent, close, seen } = sendTo(format, {
      answer: () => Response.json({ error: { message: "No." } }, { status: 503 }),
    });
    const failure = await sent.catch((error: unknown) => error);
    expect(failure).toMatchObject({ upstreamStatus: 503 });
    expect([seen[0]?.signal.aborted, seen[0]?.signal.reason]).toEqual([true, failure]);
    expect(close.mock.calls[0]?.slice(0, 4)).toEqual([
      ...["upstream_error", expect.anything(), undefined],
      { error: failure, upstreamStatus: undefined },
    ]);
  });
});

describe("the end of an attempt that has failed", () => {
  const over = (kind: "upstream_bad_response" | "upstream_timeout") =>
    new ServiceError({ kind, message: "Too large.", cause: new OverLimit("9 bytes") });

  it.each<[string, unknown, string]>([
    ["an error of the platform", new Error("odd"), "upstream_error"],
    ["an error that only looks like the service's", { kind: "upstream_timeout" }, "upstream_error"],
    ["a bad reply", badReply("It is odd."), "upstream_error"],
    ["a reply that is too large", over("upstream_bad_response"), "limit"],
    ["a large reply that is late", over("upstream_timeout"), "limit"],
    ["a late reply", timedOut(), "timeout"],
  ])("by %s", (_what, error, end) => {
    expect(toEnd(error, new AbortLink())).toBe(end);
  });

  it.each<[unknown, string]>([
    ["gone", "client_abort"],
    ["limit", "limit"],
    [timedOut(), "timeout"],
  ])("is that of the abort by %j, whatever the error", (reason, end) => {
    const signal = new AbortLink();
    signal.abort(reason);
    expect(toEnd(badReply("It is odd."), signal)).toBe(end);
  });
});
