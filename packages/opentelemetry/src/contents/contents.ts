import type { Content, Conversation, MaybePromise, RequestEnded, Steps } from "@diglot/core";
import { runRedaction } from "@diglot/core/redaction";
import type { Attributes } from "@opentelemetry/api";
import type { CaptureSettings } from "../options.js";
import { createCleaner } from "./clean.js";
import { toInputMessages, toInstructions } from "./input.js";
import { OutputLog } from "./output.js";
import { RelayLog } from "./relay-log.js";
import { readRelayed } from "./relayed.js";

/** What is kept of one request. */
interface Captured {
  /** Bytes of its body. */
  readonly size: number;
  read?: () => Conversation;
  readonly output: OutputLog;
  readonly relayed: RelayLog;
  hasEvents: boolean;
}

/** The attributes that may be filled: instructions, input and output. Of each, twice the limit is read. */
const readPerRequest = 3 * 2;

/** Keeps the contents of running requests, and makes attributes of them. */
export class ContentsLog {
  readonly #settings: CaptureSettings;
  // No Map: V8 keeps what passes through a busy one until the next full collection.
  readonly #running: Record<string, Captured> = Object.create(null);

  constructor(settings: CaptureSettings) {
    this.#settings = settings;
  }

  /** Keeps what is needed of some content, and copies it. */
  take(content: Content): void {
    if (content.type === "request") this.#begin(content.requestId, content.body.length);
    const captured = this.#running[content.requestId];
    if (!captured) return;
    if (content.type === "conversation") captured.read = content.read;
    if (content.type === "events") {
      captured.hasEvents = true;
      captured.output.take(content.events);
    }
    captured.relayed.take(content);
  }

  /**
   * Forgets a request that has ended. Of large contents other work runs in between.
   * @returns its attributes, if its span records any
   */
  end(event: RequestEnded, isRecorded: boolean): MaybePromise<Attributes | undefined> {
    const captured = this.#running[event.requestId];
    delete this.#running[event.requestId];
    if (!captured?.read || !isRecorded) return undefined;
    const { characters } = this.#settings;
    const most = captured.size + captured.output.size + captured.relayed.size;
    const steps = this.#toAttributes(captured, captured.read, event);
    return runRedaction(steps, Math.min(most, readPerRequest * characters));
  }

  #begin(requestId: string, size: number): void {
    // A secret at the end of what is kept must still be seen as one.
    const limit = 2 * this.#settings.characters;
    const [output, relayed] = [new OutputLog(limit), new RelayLog(limit)];
    this.#running[requestId] = { size, output, relayed, hasEvents: false };
  }

  *#toAttributes(
    captured: Captured,
    read: () => Conversation,
    event: RequestEnded,
  ): Steps<Attributes> {
    return { ...(yield* this.#inputOf(read)), ...(yield* this.#outputOf(captured, event)) };
  }

  *#inputOf(read: () => Conversation): Steps<Attributes> {
    const conversation = readSafely(read);
    if (!conversation) return {};
    const instructions = yield* toInstructions(conversation, this.#cleaner());
    const messages = yield* toInputMessages(conversation, this.#cleaner());
    return {
      ...(instructions.length > 0 && {
        "gen_ai.system_instructions": JSON.stringify(instructions),
      }),
      "gen_ai.input.messages": JSON.stringify(messages),
    };
  }

  *#outputOf(
    { output, relayed, hasEvents }: Captured,
    { attempts }: RequestEnded,
  ): Steps<Attributes> {
    const last = attempts.at(-1);
    if (!hasEvents && last?.upstreamFormat !== undefined) {
      const body = relayed.bodyOf(last.attemptId);
      if (body) output.take(yield* readRelayed({ ...body, format: last.upstreamFormat }));
    }
    const messages = yield* output.toMessages(this.#cleaner());
    return messages.length > 0 ? { "gen_ai.output.messages": JSON.stringify(messages) } : {};
  }

  #cleaner() {
    const { redactor, characters } = this.#settings;
    return createCleaner(redactor, characters);
  }
}

/** A conversation that cannot be read is left out: it was relayed, and the upstream judges it. */
function readSafely(read: () => Conversation): Conversation | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
