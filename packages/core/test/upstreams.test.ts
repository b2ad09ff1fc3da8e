import { describe, expect, it } from "vitest";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  messagesUpstream,
  type UpstreamOptions,
} from "../src/index.js";
import { type FormatName, formatNames, framesOf, key, requestOf, textOf } from "./helpers.js";
import { fakeUpstream, frames, replies, streamOf } from "./upstream-of.js";

const creators = {
  messages: messagesUpstream,
  "chat-completions": chatCompletionsUpstream,
} as const;

/** A service before one fake upstream. */
function serviceBefore(
  upstream: FormatName,
  answer: Parameters<typeof fakeUpstream>[0],
  options: Partial<UpstreamOptions> = {},
) {
  const fake = fakeUpstream(answer, options);
  const ledger = createMemoryLedger();
  const failures: unknown[] = [];
  const service = createService({
    models: [creators[upstream](fake.options)],
    keys: createMemoryKeys([{ key }]),
    ledger,
    reporter(event) {
      if (event.type === "failure") failures.push(event.error);
    },
  });
  return { service, ledger, failures, seen: fake.seen };
}

/** Answers as the upstream's wire does, in the form that is asked for. */
function answerOf(upstream: FormatName): Parameters<typeof fakeUpstream>[0] {
  return ({ body }) =>
    body.stream === true ? streamOf(frames[upstream]) : Response.json(replies[upstream]);
}

const combinations = formatNames.flatMap((caller) =>
  formatNames.map((upstream) => ({ caller, upstream })),
);

describe.each(combinations)("a $caller caller before a $upstream upstream", (pair) => {
  const { caller, upstream } = pair;

  it("gets a whole reply, and its usage is in the books", async () => {
    const { service, ledger, seen } = serviceBefore(upstream, answerOf(upstream));
    const response = await service.request(...requestOf(caller));
    expect(response.status).toBe(200);
    expect(textOf(caller, await response.json())).toBe("Hello.");
    expect(seen[0]?.body.model).toBe("real-model");
    await service.close();
    expect(ledger.rows()).toMatchObject([
      { end: "completed", usage: { input: 11, output: 3, source: "reported" } },
    ]);
  });

  it("gets a stream, and its usage is in the books", async () => {
    const { service, ledger } = serviceBefore(upstream, answerOf(upstream));
    const response = await service.request(...requestOf(caller, { stream: true }));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const data = framesOf(await response.text()).map((frame) => frame.data);
    expect(data.filter((text) => text.includes("Hel"))).toHaveLength(1);
    expect(data.filter((text) => text.includes("lo."))).toHaveLength(1);
    expect(data.at(-1)).toContain(caller === "messages" ? "message_stop" : "[DONE]");
    await service.close();
    expect(ledger.rows()).toMatchObject([
      { end: "completed", usage: { input: 11, output: 3, source: "reported" } },
    ]);
  });

  it("gives the upstream the operator's key and never its own", async () => {
    const { service, seen } = serviceBefore(upstream, answerOf(upstream));
    await service.request(...requestOf(caller));
    const headers = Object.fromEntries(seen[0]?.headers ?? []);
    expect(JSON.stringify(headers)).toContain("sk-upstream-secret");
    expect(JSON.stringify(headers)).not.toContain(key);
  });
});
