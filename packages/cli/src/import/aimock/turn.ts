import type { ErrorKind, ModelYield, StopReason, Usage } from "@diglot/core";
import { type Fault, type TurnParts, toolCall, thinking as toThinking } from "@diglot/testing";
import { isObject } from "../../json/is-object.js";
import { pick, pickNumber, pickText } from "../../json/pick.js";
import { type MemberReaders, readMembers } from "../draft/members.js";
import type { Notes, Path } from "../report/item.js";

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The turn of a response; absent: a fake has no such response. */
export function toTurn(response: unknown, path: Path, notes: Notes): TurnParts | undefined {
  if (isObject(pick(response, "error"))) return { fault: toFault(response, path, notes) };
  const isConversation = ["content", "toolCalls", "blocks"].some(
    (name) => pick(response, name) !== undefined,
  );
  if (!isConversation) {
    notes.impossible(path, "A fake answers conversations only, so the fixture is left out.");
    return undefined;
  }
  const turn: Mutable<TurnParts> = {};
  readMembers(response, path, turnReaders(turn, notes), (_, place) =>
    notes.impossible(place, "A turn has no such member."),
  );
  return turn.pieces ? toPieces(turn) : turn;
}

/** Pieces say everything in their order, so nothing is beside them. */
function toPieces({ pieces = [], stop, usage, thinking }: TurnParts): TurnParts {
  const first = thinking === undefined ? [] : [toThinking(thinking)];
  return { pieces: [...first, ...pieces], ...(stop && { stop }), ...(usage && { usage }) };
}

const reasons: Readonly<Record<string, StopReason>> = {
  stop: "end",
  end_turn: "end",
  length: "max_tokens",
  max_tokens: "max_tokens",
  tool_calls: "tool_calls",
  tool_use: "tool_calls",
  content_filter: "content_filter",
};

function turnReaders(turn: Mutable<TurnParts>, notes: Notes): MemberReaders {
  return {
    content: (value) => {
      turn.text = typeof value === "string" ? value : JSON.stringify(value);
    },
    toolCalls: (value) => {
      turn.toolCalls = toList(value).map(toCall);
    },
    blocks: (value) => {
      turn.pieces = toList(value).map(toPiece);
    },
    reasoning: (value) => {
      if (typeof value === "string") turn.thinking = value;
    },
    finishReason: (value, path) => {
      const reason = typeof value === "string" ? reasons[value] : undefined;
      if (reason) turn.stop = reason;
      else notes.impossible(path, "A turn has no such reason to stop.");
    },
    usage: (value) => {
      const usage = toUsage(value);
      if (usage) turn.usage = usage;
    },
  };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toCall(call: unknown) {
  const [args, id] = [pick(call, "arguments"), pickText(call, "id")];
  return {
    name: pickText(call, "name"),
    ...(isObject(args) || typeof args === "string" ? { arguments: parsed(args) } : {}),
    ...(id !== "" && { id }),
  };
}

/** Arguments that are written as a text are easier to edit as an object; a text that is no object stays. */
function parsed(value: Readonly<Record<string, unknown>> | string) {
  if (typeof value !== "string") return value;
  try {
    const object: unknown = JSON.parse(value);
    return isObject(object) ? object : value;
  } catch {
    return value;
  }
}

function toPiece(block: unknown): ModelYield {
  return pick(block, "type") === "toolCall" ? toolCall(toCall(block)) : pickText(block, "text");
}

/** Usage in the words of any vendor. */
function toUsage(value: unknown): Usage | undefined {
  const first = (...names: readonly string[]) =>
    names.map((name) => pickNumber(value, name)).find((count) => count !== undefined);
  const input = first("prompt_tokens", "input_tokens", "promptTokenCount");
  const output = first("completion_tokens", "output_tokens", "candidatesTokenCount");
  if (input === undefined && output === undefined) return undefined;
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

const kinds: Readonly<Record<number, ErrorKind>> = {
  401: "unauthenticated",
  403: "no_permission",
  404: "unknown_model",
  413: "too_large",
  429: "rate_limited",
  503: "overloaded",
  529: "overloaded",
};

/** Each format has its own words and statuses for an error, so only the kind and the message are kept. */
function toFault(response: unknown, path: Path, notes: Notes): Fault {
  const status = pickNumber(response, "status") ?? 500;
  const kind = kinds[status] ?? (status >= 400 && status < 500 ? "bad_request" : "internal");
  const message = pickText(response, "error", "message");
  const retryAfterSeconds = pickNumber(response, "retryAfter");
  notes.changed(
    [...path, "error"],
    `A fault of the kind ${kind}. Its type and its status are those of the format of the caller.`,
  );
  return {
    type: "error",
    kind,
    ...(message !== "" && { message }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
