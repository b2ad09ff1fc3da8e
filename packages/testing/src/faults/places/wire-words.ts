import type { SpokenFormat } from "../../common/formats.js";
import type { Frame } from "../../common/frames.js";
import { parseJsonObject } from "../../common/json.js";
import { createFailureOfResponses, type FailureWriter } from "./responses-failure.js";

/** What the frames of a format's event streams mean, as far as places in them depend on it. */
export interface WireWords {
  /** Whether a frame says something; comments and pings do not. */
  isEvent(frame: Frame): boolean;
  /** Whether a frame is the last event of a whole stream. */
  isTerminal(frame: Frame): boolean;
  /** Says for each frame how many content blocks have ended, with it or before it. */
  createBlockCounter(): BlockCounter;
  /** Fits an error to what was sent before it. Absent: an error is the same everywhere. */
  createFailureWriter?(): FailureWriter;
}

/** Counts the content blocks that have ended. */
export interface BlockCounter {
  push(frame: Frame): number;
  /** Whether a block ends with its last frame, or shows its end by the first frame of the next. */
  readonly side: "after" | "before";
}

/** Each format's words. */
export const wireWords: Readonly<Record<SpokenFormat, WireWords>> = {
  messages: {
    isEvent: ({ event, data }) => data !== undefined && event !== "ping",
    isTerminal: ({ event }) => event === "message_stop",
    createBlockCounter: () => createEndCounter("content_block_stop"),
  },
  "chat-completions": {
    isEvent: ({ data }) => data !== undefined,
    isTerminal: ({ data }) => data === "[DONE]",
    createBlockCounter() {
      let ended = 0;
      let open: string | undefined;
      return {
        side: "before",
        push(frame) {
          for (const kind of kindsOf(frame)) {
            if (open !== undefined && kind !== open) ended += 1;
            open = kind === over ? undefined : kind;
          }
          return ended;
        },
      };
    },
  },
  responses: {
    isEvent: ({ event, data }) => data !== undefined && event !== "keepalive",
    isTerminal: ({ event }) => event !== undefined && terminalEvents.has(event),
    createBlockCounter: () => createEndCounter("response.output_item.done"),
    createFailureWriter: createFailureOfResponses,
  },
};

const terminalEvents: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

/** Counts the blocks of a format in which an event ends each of them. */
function createEndCounter(name: string): BlockCounter {
  let ended = 0;
  return {
    side: "after",
    push({ event }) {
      if (event === name) ended += 1;
      return ended;
    },
  };
}

/** What is no content, but ends it. */
const over = "over";

interface Chunk {
  readonly choices?: readonly {
    readonly index?: number;
    readonly delta?: Readonly<Record<string, unknown>>;
    readonly finish_reason?: unknown;
  }[];
}

/** Members of a delta whose text is content, and the block that it belongs to. */
const textMembers = {
  content: "text",
  refusal: "refusal",
  reasoning_content: "reasoning",
  reasoning: "reasoning",
} as const;

/** The content blocks that a chunk of the first choice is of, one after another. */
function kindsOf({ data }: Frame): readonly string[] {
  const chunk: Chunk | undefined = data === undefined ? {} : parseJsonObject(data);
  if (!chunk) return [over];
  const choice = chunk.choices?.find(({ index = 0 }) => index === 0);
  const delta = choice?.delta ?? {};
  const texts = Object.entries(textMembers).flatMap(([member, kind]) =>
    typeof delta[member] === "string" && delta[member] !== "" ? [kind] : [],
  );
  const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
  const indexes = calls.map((call: { readonly index?: number }) => `tool call ${call.index ?? 0}`);
  return [...texts, ...indexes, ...(choice?.finish_reason ? [over] : [])];
}
