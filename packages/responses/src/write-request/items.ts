import { type Conversation, placeOf, type Turn } from "@diglot/core";
import {
  arrangeHistory,
  flatMapInSteps,
  historyContextOf,
  type JsonObject,
  type Steps,
  selectInstructions,
  takeExtra,
  writeSystem,
  writeUser,
} from "@diglot/core/formats";
import { writeAssistant } from "./assistant.js";
import type { ChatContext } from "./context.js";
import { toInputContent, toInputParts } from "./parts.js";
import { turnRules } from "./rules.js";

/** The instructions and the items of a request. */
export interface WrittenItems {
  readonly instructions: string | undefined;
  readonly items: readonly JsonObject[];
}

type Instructions = Parameters<typeof writeSystem>[1];

/** Writes instructions and turns. `added` are instructions of the service itself. */
export function* writeItems(
  conversation: Conversation,
  added: Instructions,
  context: ChatContext,
): Steps<WrittenItems> {
  const known = yield* flatMapInSteps(conversation.turns, (turn) => [withoutExtra(turn, context)]);
  const { turns, hoisted } = yield* arrangeHistory(known, historyContextOf(context));
  const leading = selectInstructions(conversation.system, context);
  const [system] = writeSystem([...leading, ...hoisted], added, context);
  const items: JsonObject[] = [];
  for (const turn of turns) items.push(...(yield* writeTurn(turn, context)));
  if (items.length === 0) context.receipt.apply(turnRules.nothing, placeOf(conversation, "turns"));
  return { instructions: system && String(system.content), items };
}

function withoutExtra(turn: Turn, context: ChatContext): Turn {
  if (!turn.extra) return turn;
  takeExtra(turn, context);
  const { extra, ...others } = turn;
  return others;
}

const noNames = new Map<string, string>();

function* writeTurn(turn: Turn, context: ChatContext): Steps<readonly JsonObject[]> {
  if (turn.name !== undefined) context.receipt.apply(turnRules.name, `${turn.at ?? ""}/name`);
  switch (turn.role) {
    case "assistant":
      return yield* writeAssistant(turn, context);
    case "system": {
      const written = writeSystem(selectInstructions(turn.blocks, context), [], context);
      return written.map(({ role, content }) => ({ type: "message", role, content }));
    }
    case "user": {
      const written = yield* writeUser(turn, noNames, context);
      return written.map(toItem);
    }
    default:
      context.receipt.apply(turnRules.role, turn.at ?? "", { from: turn.role });
      return [];
  }
}

/** A message of Chat Completions as an item: what a tool has answered, or what a user has said. */
function toItem({ role, content, tool_call_id: callId }: JsonObject): JsonObject {
  if (role === "tool") {
    return { type: "function_call_output", call_id: callId, output: toInputContent(content) };
  }
  return { type: "message", role: "user", content: toInputParts(content) };
}
