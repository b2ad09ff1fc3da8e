import type { DepartureLimits, Facts } from "./check.js";
import type { Runtime } from "./runtimes.js";
import { pingInterval } from "./servers/terms.js";

/** What is known to be otherwise on a platform, and why. */
export interface Difference {
  readonly reason: string;
  /** Checks, by the beginning of their names, that say nothing there. */
  readonly skips?: readonly string[];
  readonly noticesWithin?: Partial<DepartureLimits>;
  /** Whether a model that waits for something else than its signal stands still for ever. */
  readonly freezesModels?: true;
  /** Whether the host resolves dots and backslashes of a path before it hands the request over. */
  readonly resolvesPaths?: true;
  /** Whether its JSON parser keeps to itself where a text is no JSON. */
  readonly hidesPositions?: true;
  /** Whether a caller that closes its own direction counts as gone. */
  readonly leavesHalfClosed?: true;
  /** What the runtime itself writes to its error output. */
  readonly writes?: RegExp;
}

/** Generous: a busy machine may stand still for long, and the rows say why their attempts ended. */
const generous = 15_000;
const usual: DepartureLimits = { flowing: generous, silent: generous, withoutWriting: generous };

/** The table of differences. Whatever is not in it holds everywhere. */
export const differences: Readonly<Record<Runtime["platform"], readonly Difference[]>> = {
  node: [
    {
      reason:
        "Node takes a caller that closes its own direction for gone, unless its server has allowHalfOpen.",
      leavesHalfClosed: true,
    },
    {
      reason: "The Node handler serves whole servers; mount paths are the host's.",
      skips: ["serves below a mount path"],
    },
    {
      reason: "Only the fetch adapter answers preflights; Node hosts have middleware for it.",
      skips: ["answers the preflights"],
    },
  ],
  express: [
    {
      reason:
        "Node takes a caller that closes its own direction for gone, unless its server has allowHalfOpen.",
      leavesHalfClosed: true,
    },
    {
      reason: "A path that is not the service's goes on to the application.",
      skips: ["refuses unknown paths"],
    },
    {
      reason: "Only the fetch adapter answers preflights; Express has middleware for it.",
      skips: ["answers the preflights"],
    },
  ],
  bun: [
    {
      reason: "Bun takes a caller that closes its own direction for gone.",
      leavesHalfClosed: true,
    },
    {
      reason: "Bun resolves dots and backslashes of a path before it hands the request over.",
      resolvesPaths: true,
    },
    {
      reason: "The JSON parser of Bun does not say at which character a body is no JSON.",
      hidesPositions: true,
    },
  ],
  deno: [
    {
      reason: "Deno takes a caller that closes its own direction for gone.",
      leavesHalfClosed: true,
    },
    {
      reason: "Deno explains once that its request signals also abort after a good answer.",
      writes: /^Deno\.serve: request\.signal aborts on successful responses .*\n?$/,
    },
  ],
  workerd: [
    {
      reason: "workerd notices a silent departure only at its next write, which a ping makes.",
      noticesWithin: { silent: 3 * pingInterval + generous, withoutWriting: undefined },
    },
    {
      reason:
        "workerd drops the timers of a request whose caller has left, so a model that waits for one is never entered again. Its row is settled all the same.",
      freezesModels: true,
    },
  ],
};

/** What the checks of a platform have to know. */
export function factsOf(platform: Runtime["platform"]): Facts {
  const known = differences[platform];
  return {
    noticesWithin: Object.assign({}, usual, ...known.map((each) => each.noticesWithin)),
    freezesModels: known.some((each) => each.freezesModels),
    resolvesPaths: known.some((each) => each.resolvesPaths),
    answersHalfClosed: !known.some((each) => each.leavesHalfClosed),
    namesPositions: !known.some((each) => each.hidesPositions),
  };
}

/** Error output without what the platform is known to write. */
export function unexpectedOutput(platform: Runtime["platform"], output: string): string {
  return differences[platform].reduce(
    (rest, { writes }) => (writes ? rest.replace(writes, "") : rest),
    output,
  );
}

/** Why a check says nothing on a platform, or `undefined` if it does. */
export function reasonToSkip(platform: Runtime["platform"], check: string): string | undefined {
  return differences[platform].find(({ skips }) => skips?.some((name) => check.startsWith(name)))
    ?.reason;
}
