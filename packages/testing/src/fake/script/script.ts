import type { Turn } from "../turns/turn.js";
import { partsOf } from "../turns/turn-kind.js";
import { type MemberMatch, matchRequest } from "./match.js";
import type { Matcher, ObservedRequest } from "./matcher.js";

/** Something that the script may answer with. */
export interface ScriptEntry {
  /** What people call it, counted from 0: `turn 2 of the script`. */
  readonly place: string;
  readonly matcher: Matcher | undefined;
  readonly turn: Turn;
}

/** An entry that does not fit, and why. */
export interface Miss {
  readonly entry: ScriptEntry;
  readonly members: readonly MemberMatch[];
}

/** What the script has for a request: an entry, or all that was tried in vain. */
export type Taken =
  | { readonly kind: "entry"; readonly entry: ScriptEntry }
  | { readonly kind: "unexpected"; readonly misses: readonly Miss[] };

/** What is scripted, and what of it is left. */
export interface Script {
  add(turns: readonly Turn[]): void;
  when(matcher: Matcher, turn: Turn): void;
  otherwise(turn: Turn): void;
  /** The entry for a request; one of the queue is used up by it. */
  take(request: ObservedRequest): Taken;
  /** The turns of the queue that have not been used. */
  queued(): readonly ScriptEntry[];
  /** All that has not been used: turns of the queue, and entries of `when` that have never answered. */
  left(): readonly ScriptEntry[];
}

/** An empty script. */
export function createScript(): Script {
  const queue: ScriptEntry[] = [];
  const whens: ScriptEntry[] = [];
  const used = new Set<ScriptEntry>();
  let rest: ScriptEntry | undefined;
  let added = 0;

  return {
    add(turns) {
      for (const turn of turns) {
        queue.push({ place: `turn ${added} of the script`, matcher: matcherOf(turn), turn });
        added += 1;
      }
    },
    when(matcher, turn) {
      whens.push({ place: `\`when\` entry ${whens.length}`, matcher, turn });
    },
    otherwise(turn) {
      rest = { place: "`otherwise`", matcher: undefined, turn };
    },
    take(request) {
      const candidates = [...whens.toReversed(), ...queue.slice(0, 1), ...(rest ? [rest] : [])];
      const misses: Miss[] = [];
      for (const entry of candidates) {
        const members = matchEntry(entry, request);
        if (members.every(({ holds }) => holds)) {
          used.add(entry);
          if (queue[0] === entry) queue.shift();
          return { kind: "entry", entry };
        }
        misses.push({ entry, members });
      }
      return { kind: "unexpected", misses };
    },
    queued: () => [...queue],
    left: () => [...queue, ...whens.filter((entry) => !used.has(entry))],
  };
}

/** The condition of a `when` entry, that of its turn, if it has one too, and the number of its choices. */
function matchEntry(
  { matcher, turn }: ScriptEntry,
  request: ObservedRequest,
): readonly MemberMatch[] {
  const own = matcherOf(turn);
  const { choices } = partsOf(turn);
  return [
    ...matchRequest(matcher, request),
    ...(own === matcher ? [] : matchRequest(own, request)),
    ...(choices ? matchRequest({ choices: choices.length }, request) : []),
  ];
}

function matcherOf(turn: Turn): Matcher | undefined {
  return partsOf(turn).when;
}
