import type { Conversation } from "@diglot/core";
import { isSameJson } from "../../common/json.js";
import { type OutlinedTurn, outlineOf } from "../structure/outline.js";
import type { RecordedExchange, TapedConversations } from "../tape.js";

/** An exchange on the tape that a replay may answer with. */
export interface Candidate {
  /** The conversation that it is of, and its position there, from 0. */
  readonly name: string;
  readonly position: number;
  readonly exchange: RecordedExchange;
  /** The one before it in its conversation; undefined for the first. */
  readonly before: Candidate | undefined;
}

/** All exchanges in the order in which their conversations were recorded. */
function candidatesOf(taped: TapedConversations): readonly Candidate[] {
  return [...taped]
    .sort(([, a], [, b]) => a.number - b.number)
    .flatMap(([name, { exchanges }]) => {
      let before: Candidate | undefined;
      return exchanges.map((exchange, position) => {
        before = { name, position, exchange, before };
        return before;
      });
    });
}

/** What one replay has answered with so far. */
export interface Reading {
  readonly candidates: readonly Candidate[];
  /**
   * The exchange for a request, or for one of its choices, which is then used; undefined if no exchange
   * is left.
   */
  take(
    structure: string,
    conversation: Conversation,
    choice: number | undefined,
  ): Candidate | undefined;
}

/**
 * Answers each exchange once: the nth request of a structure gets the nth recording of it. After the
 * last one there is no answer, because a test that sends more requests than were recorded must fail. Where several
 * are left, prompts decide before the order does, in these steps:
 * 1. the one whose texts are all equal, so that conversations that begin alike do not get each
 *    other's replies when they run in another order, or at the same time;
 * 2. the one of which the model's own turns are equal: they were replayed from it, so that the
 *    request goes on that conversation, even if the prompts have been rephrased since;
 * 3. the one before which everything of its conversation was used;
 * 4. the one of the same choice, since choices end in any order;
 * 5. the one that was recorded first.
 */
export function createReading(taped: TapedConversations): Reading {
  const candidates = candidatesOf(taped);
  const used = new Set<Candidate>();

  function rank(
    { exchange, before }: Candidate,
    turns: readonly OutlinedTurn[],
    choice: number | undefined,
  ): number {
    const recorded = outlineOf(exchange.conversation.turns);
    const texts = isSameJson(recorded, turns) ? 8 : 0;
    const replies = isSameJson(repliesOf(recorded), repliesOf(turns)) ? 4 : 0;
    const order = !before || used.has(before) ? 2 : 0;
    return texts + replies + order + (exchange.choice === choice ? 1 : 0);
  }

  return {
    candidates,
    take(structure, conversation, choice) {
      const turns = outlineOf(conversation.turns);
      const left = candidates
        .filter((one) => one.exchange.structure === structure && !used.has(one))
        .map((candidate) => ({ candidate, rank: rank(candidate, turns, choice) }));
      const best = Math.max(...left.map((one) => one.rank));
      const taken = left.find((one) => one.rank === best)?.candidate;
      if (taken) used.add(taken);
      return taken;
    },
  };
}

function repliesOf(turns: readonly OutlinedTurn[]): readonly OutlinedTurn[] {
  return turns.filter(({ role }) => role === "assistant");
}
