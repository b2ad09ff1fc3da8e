import { framesOf } from "@diglot/test-support/answers";
import { createFakeClock } from "@diglot/test-support/clock";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import type { Rule } from "../src/conversation/receipt/rules.js";
import {
  balanced,
  defineModel,
  type Model,
  ServiceError,
  type ServiceOptions,
  withFallback,
  withRetry,
  withTimeout,
} from "../src/index.js";
import {
  createScriptedModel,
  type ReplyKind,
  replyKinds,
  type Script,
  type Wire,
  whole,
} from "./scripted-model.js";

const busy = new ServiceError({ kind: "overloaded", message: "Busy." });
const broken = new ServiceError({ kind: "upstream_unavailable", message: "Broken." });

/** The text of a relayed stream, one step after the other. */
const frames: Record<FormatName, Record<"start" | "content" | "end", (id: string) => string>> = {
  messages: {
    start: (model) => messagesFrame("message_start", { message: { model } }),
    content: (id) =>
      messagesFrame("content_block_start", {
        index: 0,
        content_block: { type: "text", text: "" },
      }) +
      messagesFrame("content_block_delta", {
        index: 0,
        delta: { type: "text_delta", text: `by ${id}` },
      }),
    end: () => messagesFrame("message_stop", {}),
  },
  "chat-completions": {
    start: (model) => chunkFrame(model, { role: "assistant" }),
    content: (model) => chunkFrame(model, { content: `by ${model}` }),
    end: () => "data: [DONE]\n\n",
  },
};

function messagesFrame(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function chunkFrame(model: string, delta: object): string {
  return `data: ${JSON.stringify({ model, choices: [{ index: 0, delta }] })}\n\n`;
}

const wire: Wire = (step, id, { origin }) => frames[origin.format as FormatName][step](id);

/** A leaf model that answers in neutral events or in the caller's own format; JSON bodies are relayed as one. */
function leafOf(kind: ReplyKind, id: string, ...scripts: readonly Script[]) {
  const scripted = createScriptedModel({ id, kind, scripts, wire });
  const { respond } = scripted.model;
  const model: Model = {
    ...scripted.model,
    async respond(request) {
      const reply = await respond(request);
      if (request.stream || reply.kind !== "relay" || reply.body instanceof Uint8Array) {
        return reply;
      }
      const { body } = reply;
      request.signal.addEventListener("abort", () => void body.cancel(request.signal.reason));
      while (await body.read());
      return { ...reply, body: new TextEncoder().encode(`{"text":"by ${id}"}`) };
    },
  };
  return { model, log: scripted.log };
}

const ways = formatNames.flatMap((format) =>
  replyKinds.flatMap((kind) => [true, false].map((stream) => ({ format, kind, stream }))),
);

describe.each(ways)("behind $format over $kind, streamed: $stream", ({ format, kind, stream }) => {
  const leaf = (id: string, ...scripts: readonly Script[]) => leafOf(kind, id, ...scripts);

  function serve(model: Model, options: Partial<ServiceOptions> = {}) {
    const served = serviceOf([], { models: [model], relaysAnything: kind === "relay", ...options });
    const ask = async (init: RequestInit = {}) => {
      const change = { model: model.id, stream };
      const response = await served.service.request(...requestOf(format, change, init));
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    /** The settled rows of the ledger, as model and end. */
    const rows = async (count: number) => {
      const settled = () =>
        served.ledger.all().flatMap((row) => (row.state === "settled" ? [row] : []));
      await until(() => settled().length === count);
      return settled().map((row) => `${row.model} ${row.end}`);
    };
    return { ...served, ask, rows };
  }

  /** Whether an answer failed: by its status, or by the last event of its stream. */
  function failed({ status, text }: { status: number; text: string }): boolean {
    if (status !== 200) return true;
    return framesOf(text).at(-1)?.data.includes('"error"') === true;
  }

  it("a retry shows the caller the attempt that succeeds, and the ledger has all of them", async () => {
    const { model } = leaf("a", busy, [busy], whole);
    const { ask, rows } = serve(withRetry(model, { baseDelay: 0 }));
    const { status, text } = await ask();
    expect(status).toBe(200);
    expect(text.split("by a")).toHaveLength(2);
    expect(await rows(3)).toEqual(["a upstream_error", "a upstream_error", "a completed"]);
  });

  it("a fallback shows nothing of a model that fails before its content", async () => {
    const a = leaf("a", ["start", broken]);
    const b = leaf("b", whole);
    const { ask, rows } = serve(withFallback([a.model, b.model], { id: "both" }));
    const { status, text } = await ask();
    expect(status).toBe(200);
    expect(text).toContain("by b");
    expect(text).not.toContain('"a"');
    expect(await rows(2)).toEqual(["a upstream_error", "b completed"]);
  });

  it("a fallback does not hide a failure after the content", async () => {
    const a = leaf("a", ["start", "content", broken]);
    const b = leaf("b", whole);
    const { ask, rows } = serve(withFallback([a.model, b.model]));
    const answer = await ask();
    // A relayed JSON body cannot fail in the middle: it is there, or it has failed before.
    const late = stream || kind === "events";
    expect(failed(answer)).toBe(late);
    expect(answer.status).toBe(stream || !late ? 200 : 502);
    expect(b.log.requests).toHaveLength(late ? 0 : 1);
    expect((await rows(late ? 1 : 2))[0]).toBe("a upstream_error");
  });

  it("a fallback in which no model answers fails like its last model", async () => {
    const a = leaf("a", broken);
    const b = leaf("b", ["start", busy]);
    const { ask, rows } = serve(withFallback([a.model, b.model]));
    const { status, text } = await ask();
    expect(status).toBe(format === "messages" ? 529 : 503);
    expect(text).toContain("Busy.");
    expect(await rows(2)).toEqual(["a upstream_error", "b upstream_error"]);
  });

  it("a fallback may switch from one kind of reply to the other", async () => {
    const a = leafOf(kind === "events" ? "relay" : "events", "a", ["start", broken]);
    const b = leaf("b", whole);
    const { text } = await serve(withFallback([a.model, b.model])).ask();
    expect(text).toContain("by b");
  });

  it("the header of the receipt lists only losses of the model that answered", async () => {
    const dropped: Rule = { outcome: "dropped", reason: "It has no place." };
    const losing = (model: Model): Model => ({
      ...model,
      respond(request) {
        request.receipt.apply(dropped, `/lost-by-${model.id}`);
        return model.respond(request);
      },
    });
    const a = losing(leaf("a", ["start", broken]).model);
    const b = losing(leaf("b", whole).model);
    const { headers } = await serve(withFallback([a, withRetry(b)])).ask();
    expect(headers.get("x-diglot-receipt")).toContain("lost-by-b");
    expect(headers.get("x-diglot-receipt")).not.toContain("lost-by-a");
  });

  it.each<[string, Script]>([
    ["does not answer", "hang"],
    ["has no first event", ["hang"]],
  ])("a model that %s in time is a 504, and a timeout in the ledger", async (_name, script) => {
    const clock = createFakeClock();
    const a = leaf("a", script);
    const { ask, rows } = serve(withTimeout(a.model, { firstEvent: 50 }), { clock });
    const answer = ask();
    await until(() => a.log.requests.length === 1);
    await flushPromises();
    clock.advance(50);
    expect((await answer).status).toBe(504);
    expect(await rows(1)).toEqual(["a timeout"]);
  });

  it("a model that hangs in the middle of a reply times out, too", async () => {
    const clock = createFakeClock();
    const a = leaf("a", ["start", "content", "hang"]);
    const limited = withTimeout(a.model, { betweenEvents: 50, total: 1_000 });
    const { ask, rows } = serve(limited, { clock });
    const answer = ask();
    await until(() => a.log.requests.length === 1);
    await flushPromises();
    clock.advance(50);
    await flushPromises();
    // A relayed JSON body has no events, so there is no time between events.
    clock.advance(1_000);
    const { status } = await answer;
    expect(failed(await answer)).toBe(true);
    expect(status).toBe(stream ? 200 : 504);
    expect(await rows(1)).toEqual(["a timeout"]);
  });

  it("a balanced model leaves out a model that keeps failing", async () => {
    const a = leaf("a", busy);
    const b = leaf("b", whole);
    const { ask } = serve(balanced([a.model, b.model], { failures: 2 }), { random: () => 0 });
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status === 200)).toEqual([false, false, true, true]);
    expect([a.log.requests.length, b.log.requests.length]).toEqual([2, 2]);
  });

  it("they can be combined, and every attempt is in the ledger", async () => {
    const clock = createFakeClock();
    const a = leaf("a", "hang", busy);
    const b = leaf("b", whole);
    const first = withRetry(withTimeout(a.model, { firstEvent: 50 }), {
      retries: 1,
      baseDelay: 0,
      retryUncertain: true,
    });
    const { ask, rows } = serve(withFallback([first, balanced([b.model])]), { clock });
    const answer = ask();
    await until(() => a.log.requests.length === 1);
    await flushPromises();
    clock.advance(50);
    await flushPromises();
    clock.advance(0);
    expect((await answer).text).toContain("by b");
    expect(await rows(3)).toEqual(["a timeout", "a upstream_error", "b completed"]);
    expect(clock.pending).toBe(0);
  });

  it.each<[string, Script]>([
    ["before the first event", "hang"],
    ["before the content", ["start", "hang"]],
  ])("a caller who leaves %s ends the try, and no other follows", async (_name, script) => {
    const a = leaf("a", script);
    const b = leaf("b", whole);
    const tried = withFallback([withRetry(withTimeout(a.model, { total: 9_999 })), b.model]);
    const { ask, rows } = serve(tried);
    const controller = new AbortController();
    const answer = ask({ signal: controller.signal });
    await until(() => a.log.requests.length === 1);
    await flushPromises();
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(await rows(1)).toEqual(["a client_abort"]);
    expect(b.log.requests).toEqual([]);
  });
});

describe.each(formatNames)("an alias that ends in a star, behind %s", (format) => {
  it("lets one model serve many names", async () => {
    const model = defineModel(
      "only",
      async function* () {
        yield "Here.";
      },
      { aliases: ["claude-*", "gpt-*"] },
    );
    const { service } = serviceOf([], { models: [model] });
    const ask = (name: string) => service.request(...requestOf(format, { model: name }));
    const answer = await ask("claude-future-9");
    expect([answer.status, (await answer.json()).model]).toEqual([200, "only"]);
    expect((await ask("llama")).status).toBe(404);
  });
});
