import { createFakeClock } from "@diglot/test-support/clock";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { expect } from "vitest";
import {
  type CallerGonePolicy,
  chatCompletionsUpstream,
  defineModel,
  type FinalRow,
  type Model,
  messagesUpstream,
  type Prices,
  type ServiceOptions,
  usage,
} from "../src/index.js";
import { fakeUpstream, frames, replies } from "./upstream-of.js";

/** Where a reply comes from. */
export const origins = ["in-process", "messages", "chat-completions"] as const;
export type OriginName = (typeof origins)[number];

export const policies: readonly CallerGonePolicy[] = ["bill-observed", "drain", "refund"];

const prices: Prices = { input: 1, output: 5 };
/** What the whole reply costs in nano-dollars: 11 tokens of input, 3 of output. */
export const fullCost = 11 * 1_000 + 3 * 5_000;

/** A model that sends this many bytes of its reply, and the rest when its gate is opened. */
export interface GatedModel {
  readonly model: Model;
  /** Resolves when the first part has been taken and more is asked for. */
  readonly reached: Promise<void>;
  /** Lets the model send the rest. */
  open(): void;
  /** Whether the model was asked to stop. */
  stopped(): boolean;
}

function createGate() {
  let reach = (): void => undefined;
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const wait = () => {
    reach();
    return opened;
  };
  return { reached, open: () => open(), wait };
}

const encoder = new TextEncoder();

/** The number of places at which a streamed reply of an origin can be cut. */
export function lengthOf(origin: OriginName): number {
  return origin === "in-process" ? text.length : encoder.encode(frames[origin].join("")).length;
}

/** A model whose streamed reply pauses after this many bytes, and whose JSON reply pauses before it begins. */
export function gatedModel(origin: OriginName, bytes: number): GatedModel {
  return origin === "in-process" ? gatedGenerator(bytes) : gatedUpstream(origin, bytes);
}

const text = "Hello.";

function gatedGenerator(characters: number): GatedModel {
  const gate = createGate();
  let stopped = false;
  const model = defineModel(
    "scripted",
    async function* ({ signal }) {
      signal.addEventListener("abort", () => {
        stopped = true;
      });
      try {
        for (let at = 0; at < text.length; at += 1) {
          if (at === characters) await gate.wait();
          yield text.charAt(at);
        }
        if (characters === text.length) await gate.wait();
        yield usage({ input: 11, output: 3 });
      } finally {
        stopped ||= signal.aborted;
      }
    },
    { prices, countInputTokens: () => 11 },
  );
  return { model, reached: gate.reached, open: gate.open, stopped: () => stopped };
}

function gatedUpstream(format: FormatName, bytes: number): GatedModel {
  const gate = createGate();
  let cancelled = false;
  const onCancel = () => {
    cancelled = true;
  };
  const fake = fakeUpstream(
    async ({ body }) => {
      if (body.stream === true) return gatedStream(format, bytes, gate.wait, onCancel);
      await gate.wait();
      return Response.json(replies[format]);
    },
    { prices },
  );
  const create = format === "messages" ? messagesUpstream : chatCompletionsUpstream;
  return {
    model: create(fake.options),
    reached: gate.reached,
    open: gate.open,
    stopped: () => cancelled || fake.seen[0]?.signal.aborted === true,
  };
}

function gatedStream(
  format: FormatName,
  bytes: number,
  wait: () => Promise<void>,
  cancel: () => void,
): Response {
  const all = encoder.encode(frames[format].join(""));
  const parts = [all.subarray(0, bytes), all.subarray(bytes)];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (parts.length === 1) await wait();
        const part = parts.shift();
        if (part?.length) controller.enqueue(part);
        else if (part) await this.pull?.(controller);
        else controller.close();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** A service with one model, on a clock that stands still. */
export function serviceBefore(model: Model, options: Partial<ServiceOptions> = {}) {
  const clock = createFakeClock();
  return { ...serviceOf(model, { clock, ...options }), clock };
}

/** The ways in which a caller can leave: each runtime knows one of the first two, or both. */
export const wires = ["signal", "cancel", "signal then cancel", "cancel then signal"] as const;
export type Wire = (typeof wires)[number];

/** A caller of a stream that reads until it leaves. */
export function startCaller(
  service: ReturnType<typeof serviceBefore>["service"],
  format: FormatName,
  change: Record<string, unknown>,
  init: RequestInit = {},
) {
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let bytes = 0;

  async function read(): Promise<void> {
    const [path, request] = requestOf(format, change, init);
    const response = await service.request(path, { ...request, signal: controller.signal });
    reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      bytes += next.value.length;
    }
  }

  const over = read().catch(() => undefined);
  return {
    over,
    bytes: () => bytes,
    /** Leaves; before the head there is only the signal. */
    async leave(wire: Wire): Promise<void> {
      for (const name of reader ? wire.split(" then ") : ["signal"]) {
        if (name === "signal") controller.abort();
        else await reader?.cancel();
      }
      await over;
    },
  };
}

/** The only row of the ledger, which must be final. */
export function onlyRow(ledger: ReturnType<typeof serviceBefore>["ledger"]): FinalRow {
  const rows = ledger.all();
  expect(rows).toHaveLength(1);
  const row = rows[0];
  if (!row || row.state === "open") throw new Error("The row is open.");
  return row;
}
