import { toAttemptEnd } from "../src/conversation/attempt-end.js";
import type { ConversationEvent } from "../src/conversation/events.js";
import type { ByteSource } from "../src/http/exchange.js";
import { defineModel } from "../src/models/in-process/define-model.js";
import type { Model, ModelRequest, Reply } from "../src/models/model.js";
import { reportedUsage } from "./make.js";

/** The next step of a reply: an error makes it fail, and `hang` never arrives. */
export type Step = "start" | "content" | "end" | "hang" | Error;

/** One call of a scripted model: its reply, a rejection, or nothing at all. */
export type Script = readonly Step[] | Error | "hang";

/** The form of the replies of a scripted model. */
export type ReplyKind = Reply["kind"];
export const replyKinds: readonly ReplyKind[] = ["events", "relay"];

/** A whole reply. */
export const whole: Script = ["start", "content", "end"];

const usage = reportedUsage({ input: 1, output: 1 });

function batchesOf(model: string): Record<"start" | "content" | "end", ConversationEvent[]> {
  return {
    start: [{ type: "start", model, usage }],
    content: [
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "text", text: `by ${model}` } },
      { type: "close", index: 0 },
    ],
    end: [
      { type: "stop", reason: "end" },
      { type: "end", usage },
    ],
  };
}

/** A record of what happened to a scripted model. */
export interface Log {
  readonly requests: ModelRequest[];
  /** How each attempt ended, in the order of the ends. */
  readonly ends: string[];
}

/** What a relay sends for a step of a model. */
export type Wire = (step: Spoken, id: string, request: ModelRequest) => string;

/**
 * A leaf model that follows its scripts call by call; the last one is repeated. As a relay, the
 * steps are comments with their names.
 */
export function scriptedModel(
  id: string,
  kind: ReplyKind,
  ...scripts: readonly Script[]
): { model: Model; log: Log } {
  return createScriptedModel({ id, kind, scripts, wire: (step) => `:${step}\n\n` });
}

/** A scripted model whose relayed replies are in a format of their own. */
export function createScriptedModel({
  id,
  kind,
  scripts,
  wire,
}: {
  readonly id: string;
  readonly kind: ReplyKind;
  readonly scripts: readonly Script[];
  readonly wire: Wire;
}): { model: Model; log: Log } {
  const log: Log = { requests: [], ends: [] };
  const base = defineModel(id, async function* () {});
  const model: Model = {
    ...base,
    async respond(request) {
      const script = scripts[Math.min(log.requests.length, scripts.length - 1)] ?? "hang";
      log.requests.push(request);
      const attempt = await request.attempt({ model });
      const close = once((end: Parameters<typeof attempt.close>[0]) => {
        log.ends.push(end);
        void attempt.close(end, usage);
      });
      if (script === "hang") return hangUntil(request.signal, close);
      if (script instanceof Error) {
        close("upstream_error");
        throw script;
      }
      return kind === "events"
        ? { kind, events: pull(script, (step) => batchesOf(id)[step], close) }
        : relay(
            pull(script, (step) => utf8.encode(wire(step, id, request)), close),
            script,
          );
    },
  };
  return { model, log };
}

function once<T>(work: (value: T) => void): (value: T) => void {
  let done = false;
  return (value) => {
    if (!done) work(value);
    done = true;
  };
}

type Close = (end: "completed" | ReturnType<typeof toAttemptEnd>) => void;

function hangUntil(signal: AbortSignal, close: Close): Promise<never> {
  return new Promise((_resolve, reject) => {
    const leave = () => {
      close(toAttemptEnd(signal.reason));
      reject(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave);
  });
}

type Spoken = "start" | "content" | "end";

function pull<T>(script: readonly Step[], say: (step: Spoken) => T, close: Close) {
  const steps = [...script];
  let cancelled = false;
  return {
    async read(): Promise<T | undefined> {
      const step = cancelled ? undefined : steps.shift();
      if (step === "hang") return new Promise<T>(() => undefined);
      if (step instanceof Error) {
        close("upstream_error");
        throw step;
      }
      if (step === undefined || step === "end") close("completed");
      return step && say(step);
    },
    async cancel(reason?: unknown): Promise<void> {
      cancelled = true;
      close(toAttemptEnd(reason));
    },
  };
}

const utf8 = new TextEncoder();

function relay(source: ByteSource, script: readonly Step[]): Reply {
  const held: (Uint8Array | undefined)[] = [];
  const body: ByteSource = {
    read: async () => (held.length > 0 ? held.shift() : source.read()),
    cancel: (reason) => source.cancel(reason),
  };
  return {
    kind: "relay",
    status: 200,
    headers: [],
    body,
    async untilContent() {
      const begun = script.indexOf("content");
      const until = begun < 0 ? script.length : begun + 1;
      while (held.length < until) held.push(await source.read());
    },
  };
}

/** Reads a reply to its end, as the names of its steps. */
export async function stepsOf(reply: Reply): Promise<string[]> {
  if (reply.kind === "choices") throw new Error("A scripted model has one choice.");
  const steps: string[] = [];
  if (reply.kind === "events") {
    for (let batch = await reply.events.read(); batch; batch = await reply.events.read()) {
      steps.push(nameOf(batch));
      if (batch.at(-1)?.type === "end") break;
    }
    return steps;
  }
  if (reply.body instanceof Uint8Array) return [new TextDecoder().decode(reply.body)];
  for (let block = await reply.body.read(); block; block = await reply.body.read()) {
    steps.push(new TextDecoder().decode(block).slice(1, -2));
  }
  return steps;
}

function nameOf(batch: readonly ConversationEvent[]): string {
  const type = batch[0]?.type;
  return type === "open" ? "content" : type === "stop" ? "end" : String(type);
}

/** Reads the next of a reply of either kind. */
export async function readNext(reply: Reply): Promise<unknown> {
  if (reply.kind !== "relay") return reply.events.read();
  if (reply.body instanceof Uint8Array) return reply.body;
  return reply.body.read();
}
