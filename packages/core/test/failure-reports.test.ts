import { key } from "@diglot/test-support/key";
import { headersOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import {
  balanced,
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  type Model,
  messagesUpstream,
  type ReporterEvent,
  withFallback,
  withRetry,
} from "../src/index.js";

type Failure = Extract<ReporterEvent, { type: "failure" }>;

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

/** The status of one request to a model, and the failures that were reported meanwhile. */
async function ask(model: Model, stream = false) {
  const failures: Failure[] = [];
  const service = createService({
    models: [model],
    keys: createMemoryKeys([{ key, accountId: "default" }]),
    reporter: (event) => void (event.type === "failure" && failures.push(event)),
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

describe("the reports of failures", () => {
  it("name each attempt that another one has followed, its model, its upstream and whose fault it is", async () => {
    const primary = upstreamOf("primary", refuse(401));
    const second = upstreamOf("second", refuse(503), answer);
    const { status, failures } = await ask(withFallback([primary, withRetry(second, atOnce)]));
    expect(status).toBe(200);
    expect(failures).toMatchObject([
      {
        step: "attempt",
        fault: "configuration",
        model: "primary",
        upstream: "http://primary.example/v1",
        error: { cause: { message: expect.stringContaining("refused the service's own key") } },
      },
      {
        step: "attempt",
        fault: "upstream",
        model: "second",
        upstream: "http://second.example/v1",
        error: { kind: "overloaded", upstreamStatus: 503 },
      },
    ]);
  });

  it("have every failed attempt once, the last one under the step of the request", async () => {
    const first = upstreamOf("first", refuse(500));
    const second = upstreamOf("second", refuse(429));
    const { status, failures } = await ask(withFallback([withRetry(first, atOnce), second]));
    expect(status).toBe(429);
    expect(failures.map(({ step, model }) => [step, model])).toEqual([
      ["attempt", "first"],
      ["attempt", "first"],
      ["attempt", "first"],
      ["generate", "second"],
    ]);
  });

  it("name the member of a group that was asked", async () => {
    const group = balanced([upstreamOf("member", refuse(500))], { id: "group" });
    const { failures } = await ask(withRetry(group, { ...atOnce, retries: 1 }));
    expect(failures.map(({ step, model, upstream }) => [step, model, upstream])).toEqual([
      ["attempt", "member", "http://member.example/v1"],
      ["generate", "member", "http://member.example/v1"],
    ]);
  });

  it("blame the caller for what the caller has sent wrong", async () => {
    const { failures } = await ask(upstreamOf("one", refuse(400)));
    expect(failures).toMatchObject([{ step: "generate", fault: "caller", model: "one" }]);
  });

  it("name no upstream for a model that has none, and blame it for what it throws", async () => {
    const broken = new TypeError("no such member");
    const model: Model = { ...upstreamOf("local", answer), respond: () => Promise.reject(broken) };
    const { failures } = await ask(model);
    expect(failures).toEqual([
      {
        type: "failure",
        requestId: expect.any(String),
        step: "generate",
        fault: "defect",
        model: "local",
        error: broken,
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
      { step: "stream", fault: "upstream", model: "cut", upstream: "http://cut.example/v1" },
    ]);
  });

  it("name the model of a translated request too", async () => {
    const model = chatCompletionsUpstream({
      id: "chat",
      baseUrl: "http://chat.example/v1",
      fetch: refuse(404),
    });
    const { failures } = await ask(model);
    expect(failures).toMatchObject([
      { fault: "configuration", model: "chat", upstream: "http://chat.example/v1" },
    ]);
  });
});
