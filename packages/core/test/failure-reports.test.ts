import { key } from "@diglot/test-support/key";
import { headersOf } from "@diglot/test-support/requests";
import { describe, expect, it, vi } from "vitest";
import {
  balanced,
  chatCompletionsUpstream,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type EndedAttempt,
  type Model,
  messagesUpstream,
  type ReporterEvent,
  type RequestEnded,
  withFallback,
  withRetry,
} from "../src/index.js";

type Failure =
  | Extract<ReporterEvent, { type: "failure" }>
  | (EndedAttempt & { readonly type: "attempt_ended" })
  | RequestEnded;

const wholeReply = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const refusal = { error: { type: "some_error", message: "No." } };
const refuse = (status: number) => async () => Response.json(refusal, { status });

/** An upstream whose answers are those of the functions; the last one answers all others too. */
function upstreamOf(id: string, ...answers: readonly (() => Promise<Response>)[]): Model {
  const left = [...answers];
  return messagesUpstream({
    id,
    baseUrl: `http://${id}.example/v1`,
    fetch: () =>
      (left.length > 1 ? left.shift() : left[0])?.() ?? Promise.reject(new Error("none")),
  });
}

/** The failure of an event, if it reports one; attempts by what they say of themselves. */
function failureIn(event: ReporterEvent): readonly Failure[] {
  if (event.type === "failure") return [event];
  if (event.type === "request_ended" && event.failure) return [event];
  if (event.type !== "attempt_ended" || !event.attempt.failure) return [];
  return [{ type: event.type, ...event.attempt }];
}

/** The status of one request to a model, and the failures that were reported meanwhile. */
async function ask(model: Model, stream = false) {
  const failures: Failure[] = [];
  const service = createService({
    models: [model],
    keys: createMemoryKeys([{ key, accountId: "default" }]),
    reporter: (event) => void failures.push(...failureIn(event)),
  });
  const body = {
    model: model.id,
    max_tokens: 9,
    messages: [{ role: "user", content: "hi" }],
    stream,
  };
  const request = { method: "POST", headers: headersOf("messages"), body: JSON.stringify(body) };
  const response = await service.fetch(new Request("http://localhost/v1/messages", request));
  await response.text();
  await service.close();
  return { status: response.status, failures };
}

const answer = async () => Response.json(wholeReply);
const atOnce = { baseDelay: 0 };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

describe("the reports of failures", () => {
  it("name each attempt that another one has followed, its model, its upstream and whose fault it is", async () => {
    const primary = upstreamOf("primary", refuse(401));
    const second = upstreamOf("second", refuse(503), answer);
    const { status, failures } = await ask(withFallback([primary, withRetry(second, atOnce)]));
    expect(status).toBe(200);
    expect(failures).toMatchObject([
      {
        type: "attempt_ended",
        number: 1,
        model: "primary",
        upstream: "http://primary.example/v1",
        failure: {
          fault: "configuration",
          upstreamStatus: 401,
          error: { cause: { message: expect.stringContaining("refused the service's own key") } },
        },
      },
      {
        type: "attempt_ended",
        number: 2,
        model: "second",
        upstream: "http://second.example/v1",
        failure: { fault: "upstream", kind: "overloaded", upstreamStatus: 503 },
      },
    ]);
  });

  it("have every failed attempt once, and then the request", async () => {
    const first = upstreamOf("first", refuse(500));
    const second = upstreamOf("second", refuse(429));
    const { status, failures } = await ask(withFallback([withRetry(first, atOnce), second]));
    expect(status).toBe(429);
    expect(failures.map(({ type, model }) => [type, model])).toEqual([
      ["attempt_ended", "first"],
      ["attempt_ended", "first"],
      ["attempt_ended", "first"],
      ["attempt_ended", "second"],
      ["request_ended", "first"],
    ]);
  });

  it("name the member of a group that was asked", async () => {
    const group = balanced([upstreamOf("member", refuse(500))], { id: "group" });
    const { failures } = await ask(withRetry(group, { ...atOnce, retries: 1 }));
    const member = { model: "member", upstream: "http://member.example/v1" };
    expect(failures).toMatchObject([
      { type: "attempt_ended", ...member },
      { type: "attempt_ended", ...member },
      { type: "request_ended", model: "group", attempts: [member, member] },
    ]);
  });

  it("blame the caller for what the caller has sent wrong", async () => {
    const { failures } = await ask(upstreamOf("one", refuse(400)));
    expect(failures).toMatchObject([
      { type: "attempt_ended", failure: { fault: "caller" } },
      { type: "request_ended", outcome: "refused", model: "one", failure: { fault: "caller" } },
    ]);
  });

  it("name no upstream for a model that has none, and blame it for what it throws", async () => {
    const broken = new TypeError("no such member");
    const model: Model = { ...upstreamOf("local", answer), respond: () => Promise.reject(broken) };
    const { failures } = await ask(model);
    expect(failures).toMatchObject([
      {
        type: "request_ended",
        requestId: expect.any(String),
        operation: "generate",
        outcome: "failed",
        status: 500,
        model: "local",
        failure: { fault: "defect", kind: "internal", error: broken },
        attempts: [],
      },
    ]);
  });

  it("name the model of a stream that fails in its middle", async () => {
    const start = {
      type: "message_start",
      message: { ...wholeReply, content: [], stop_reason: null },
    };
    const frame = `event: message_start\ndata: ${JSON.stringify(start)}\n\n`;
    const headers = { "content-type": "text/event-stream" };
    const cut = upstreamOf("cut", async () => new Response(frame, { headers }));
    const { status, failures } = await ask(cut, true);
    expect(status).toBe(200);
    expect(failures).toMatchObject([
      { type: "attempt_ended", model: "cut", upstream: "http://cut.example/v1" },
      { type: "request_ended", outcome: "failed", status: 200, failure: { fault: "upstream" } },
    ]);
  });

  it("name the model of a translated request too", async () => {
    const model = chatCompletionsUpstream({
      id: "chat",
      baseUrl: "http://chat.example/v1",
      fetch: refuse(404),
    });
    const { failures } = await ask(model);
    expect(failures[0]).toMatchObject({
      failure: { fault: "configuration" },
      model: "chat",
      upstream: "http://chat.example/v1",
      upstreamModel: "chat",
      upstreamFormat: "chat-completions",
    });
  });

  it("name a model that opens no attempt, if another one is asked in its place", async () => {
    const broken = new TypeError("no such member");
    const local: Model = { ...upstreamOf("local", answer), respond: () => Promise.reject(broken) };
    const { status, failures } = await ask(withFallback([local, upstreamOf("second", answer)]));
    expect(status).toBe(200);
    expect(failures).toMatchObject([
      {
        type: "failure",
        ...{ at: expect.any(Number), requestId: expect.any(String) },
        ...{ keyId: expect.any(String), accountId: "default", requestedModel: "local" },
        ...{ step: "attempt", model: "local", fault: "defect", error: broken },
      },
    ]);
  });

  it("say whose request a store has failed, what it asked for and which trace it belongs to", async () => {
    const events: ReporterEvent[] = [];
    const fail = () => {
      throw new Error("The store is down.");
    };
    const ledger = createMemoryLedger();
    const settle = vi.fn(ledger.settle).mockImplementationOnce(fail);
    const keyed = createMemoryKeys([{ key, id: "ann", accountId: "team" }]);
    const entrance = { admit: () => ({ rates: {}, spend: fail }), release: fail };
    const idempotency = { ...createMemoryIdempotency(), keep: async () => fail() };
    const service = createService({
      models: [upstreamOf("one", answer)],
      keys: keyed,
      ledger: { ...ledger, settle },
      limits: { enter: () => entrance },
      idempotency,
      reporter: (event) => void events.push(event),
    });
    const messages = [{ role: "user", content: "hi" }];
    const body = JSON.stringify({ model: "one", max_tokens: 9, messages });
    const headers = { ...headersOf("messages"), "idempotency-key": "once", traceparent };
    await (await service.request("/v1/messages", { method: "POST", headers, body })).text();
    await service.close();
    const failures = events.filter((event) => event.type === "failure");
    const [begun] = events.filter((event) => event.type === "attempt_begun");
    const { type: _, at: __, attempt, ...facts } = begun ?? expect.fail("No attempt.");
    expect(facts).toMatchObject({ keyId: "ann", accountId: "team", trace: { traceparent } });
    expect(facts).toMatchObject({ requestedModel: "one", model: "one", stream: false });
    for (const failure of failures) expect(failure).toMatchObject(facts);
    const { attemptId } = attempt;
    expect(failures.map((failure) => [failure.step, failure.attemptId])).toEqual(
      expect.arrayContaining([
        ["spend", attemptId],
        ["settle", attemptId],
        ["release", undefined],
        ["idempotency", undefined],
      ]),
    );
  });
});
