import {
  type ConversationEvent,
  completeUsage,
  type JsonObject,
  type OpenedBlock,
  type ReadReplyContext,
  type ReportedUsage,
  ServiceError,
  type StreamParser,
} from "../../../src/index.js";
import { isObject, parseObject } from "../wire/types.js";

/** The usage that the last line of a reply tells. */
export function readUsage(line: unknown): ReportedUsage {
  const { prompt_eval_count: input, eval_count: output } = isObject(line) ? line : {};
  const counts = {
    ...(typeof input === "number" && { input }),
    ...(typeof output === "number" && { output }),
  };
  const told = Object.keys(counts).length > 0;
  return { counts, final: told, raw: told ? { ...counts } : undefined };
}

/** The error of a reply that makes no sense. */
export function badReply(cause: string): ServiceError {
  const message = "The model's reply was malformed.";
  const error = new Error(cause);
  return new ServiceError({
    kind: "upstream_bad_response",
    message,
    mayHaveRun: true,
    cause: error,
  });
}

/** The error that a line or a body tells instead of a reply. */
export function toError(text: unknown, mayHaveRun: boolean): ServiceError {
  return new ServiceError({ kind: "upstream_unavailable", message: String(text), mayHaveRun });
}

/** Reads the lines of a reply as events. Each call comes whole, in one line. */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  let open: OpenedBlock["type"] | undefined;
  let index = -1;
  let bytes = 0;
  let done = false;
  let hasCalls = false;
  let reported = readUsage(undefined);

  function close(): readonly ConversationEvent[] {
    if (open === undefined) return [];
    open = undefined;
    return [{ type: "close", index }];
  }

  function openBlock(block: OpenedBlock): readonly ConversationEvent[] {
    const closed = close();
    open = block.type;
    index += 1;
    return [...closed, { type: "open", index, block }];
  }

  function text(type: "text" | "thinking", value: unknown): readonly ConversationEvent[] {
    if (typeof value !== "string" || value === "") return [];
    bytes += value.length;
    const opened = open === type ? [] : openBlock({ type });
    return [...opened, { type: "delta", index, delta: { type: "text", text: value } }];
  }

  function call({ function: value }: JsonObject): readonly ConversationEvent[] {
    const { name, arguments: input } = isObject(value) ? value : {};
    const json = JSON.stringify(input ?? {});
    bytes += json.length;
    hasCalls = true;
    const called = {
      id: context.createToolCallId(),
      name: context.names.fromUpstream(String(name)),
    };
    const opened = openBlock({ type: "tool_call", ...called });
    return [...opened, { type: "delta", index, delta: { type: "arguments", json } }, ...close()];
  }

  const usage = () =>
    completeUsage(reported.counts, {
      input: context.inputTokens,
      output: Math.ceil(bytes / 4),
      reasoning: 0,
    });

  function conclude(line: JsonObject): readonly ConversationEvent[] {
    done = true;
    reported = readUsage(line);
    const reason = line.done_reason === "length" ? "max_tokens" : hasCalls ? "tool_calls" : "end";
    return [...close(), { type: "stop", reason }, { type: "end", usage: usage() }];
  }

  let begun = false;
  return {
    push({ data }) {
      const line = parseObject(data);
      if (!line) throw badReply("A line is not a JSON object.");
      if (line.error !== undefined) throw toError(line.error, begun);
      const { content, thinking, tool_calls } = isObject(line.message) ? line.message : {};
      const model = typeof line.model === "string" ? line.model : context.model;
      const start = begun ? [] : [{ type: "start", model, usage: usage() } as const];
      begun = true;
      return [
        ...start,
        ...text("thinking", thinking),
        ...text("text", content),
        ...(Array.isArray(tool_calls) ? tool_calls.filter(isObject).flatMap(call) : []),
        ...(line.done === true ? conclude(line) : []),
      ];
    },
    end() {
      if (!done) throw badReply("The stream broke off.");
      return [];
    },
    get done() {
      return done;
    },
    awaitsUsage: false,
    reportedUsage: () => reported,
  };
}
