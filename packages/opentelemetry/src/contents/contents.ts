import type { Content, Conversation, RequestEnded } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import type { CaptureSettings } from "../options.js";
import { createCleaner } from "./clean.js";
import { toInputMessages, toInstructions } from "./input.js";
import { OutputLog } from "./output.js";
import { RelayLog } from "./relay-log.js";
import { readRelayed } from "./relayed.js";

/** What is kept of one request. */
interface Captured {
  readonly read: () => Conversation;
  readonly output: OutputLog;
  readonly relayed: RelayLog;
  hasEvents: boolean;
}

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
    const { requestId } = content;
    // A secret at the end of what is kept must still be seen as one.
    const limit = 2 * this.#settings.characters;
    if (content.type === "conversation") {
      const [output, relayed] = [new OutputLog(limit), new RelayLog(limit)];
      this.#running[requestId] = { read: content.read, output, relayed, hasEvents: false };
      return;
    }
    const captured = this.#running[requestId];
    if (!captured) return;
    if (content.type === "events") {
      captured.hasEvents = true;
      captured.output.take(content.events);
    }
    captured.relayed.take(content);
  }

  /** Forgets a request that has ended. @returns its attributes, if its span records any */
  end(event: RequestEnded, isRecorded: boolean): Attributes | undefined {
    const captured = this.#running[event.requestId];
    delete this.#running[event.requestId];
    if (!captured || !isRecorded) return undefined;
    return { ...this.#inputOf(captured), ...this.#outputOf(captured, event) };
  }

  #inputOf({ read }: Captured): Attributes {
    const conversation = readSafely(read);
    if (!conversation) return {};
    const instructions = toInstructions(conversation, this.#cleaner());
    return {
      ...(instructions.length > 0 && {
        "gen_ai.system_instructions": JSON.stringify(instructions),
      }),
      "gen_ai.input.messages": JSON.stringify(toInputMessages(conversation, this.#cleaner())),
    };
  }

  #outputOf({ output, relayed, hasEvents }: Captured, { attempts }: RequestEnded): Attributes {
    const last = attempts.at(-1);
    if (!hasEvents && last?.upstreamFormat !== undefined) {
      const body = relayed.bodyOf(last.attemptId);
      if (body) output.take(readRelayed({ ...body, format: last.upstreamFormat }));
    }
    const messages = output.toMessages(this.#cleaner());
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
