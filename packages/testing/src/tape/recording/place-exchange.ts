import { isSameJson } from "../../common/json.js";
import { type OutlinedTurn, outlineOf } from "../structure/outline.js";
import type {
  NamedConversation,
  RecordedExchange,
  TapedConversation,
  TapedConversations,
} from "../tape.js";
import { answersOf } from "./reply-outline.js";
import { slugOf } from "./slug.js";

/**
 * Puts an exchange where it belongs: behind the conversation that it goes on, or into a new one. It
 * goes on a conversation whose last turns are the beginning of its own, texts included, and of
 * several the one whose last reply it hands back, then the latest. A request that is the same again
 * goes on only a failed one, as its retry: otherwise it is the same question asked anew.
 */
export function placeExchange(
  taped: TapedConversations,
  exchange: RecordedExchange,
): NamedConversation {
  const turns = outlineOf(exchange.conversation.turns);
  const before = [...taped]
    .filter(([, conversation]) => goesOn(conversation, turns))
    .sort(([, a], [, b]) => a.number - b.number);
  const last =
    before.findLast(([, conversation]) => handsBack(conversation, turns)) ?? before.at(-1);
  if (!last) return beginConversation(taped, exchange);
  const [name, conversation] = last;
  return [name, { ...conversation, exchanges: [...conversation.exchanges, exchange] }];
}

function lastTurns({ exchanges }: TapedConversation): readonly OutlinedTurn[] {
  return outlineOf(exchanges.at(-1)?.conversation.turns ?? []);
}

function goesOn(conversation: TapedConversation, turns: readonly OutlinedTurn[]): boolean {
  const earlier = lastTurns(conversation);
  const hasFailed = conversation.exchanges.at(-1)?.reply.error !== undefined;
  const least = hasFailed ? earlier.length : earlier.length + 1;
  return turns.length >= least && isSameJson(earlier, turns.slice(0, earlier.length));
}

/** Whether the turn behind the earlier ones is what was answered to them. */
function handsBack(conversation: TapedConversation, turns: readonly OutlinedTurn[]): boolean {
  const reply = conversation.exchanges.at(-1)?.reply;
  const answer = turns[lastTurns(conversation).length];
  if (!reply || !answer) return false;
  return isSameJson(
    answersOf(reply),
    answer.parts.map(({ content }) => content),
  );
}

function beginConversation(
  taped: TapedConversations,
  exchange: RecordedExchange,
): NamedConversation {
  const numbers = [...taped.values()].map(({ number }) => number);
  const number = Math.max(0, ...numbers) + 1;
  const name = freeName(slugOf(exchange.conversation), taped);
  return [name, { version: 1, number, exchanges: [exchange] }];
}

function freeName(slug: string, taped: TapedConversations): string {
  let name = slug;
  for (let count = 2; taped.has(name); count++) name = `${slug}-${count}`;
  return name;
}
