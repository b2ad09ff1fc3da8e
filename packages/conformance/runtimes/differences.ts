import type { DepartureLimits, Facts, ToldAs } from "./check.js";
import type { Runtime } from "./runtimes.js";
import { pingInterval } from "./servers/terms.js";

/** What is known to be otherwise on some platforms. */
export interface Difference {
  readonly platforms: readonly Runtime["platform"][];
  /** For people: `docs/reference/runtimes.md` shows it. */
  readonly reason: string;
  /** Checks, by the beginning of their names, that say nothing there. */
  readonly skips?: readonly string[];
  readonly noticesWithin?: Partial<DepartureLimits>;
  /** Whether a model that waits for something else than its signal stands still for ever. */
  readonly freezesModels?: true;
  /** Whether the host resolves dots and backslashes of a path before it hands the request over. */
  readonly resolvesPaths?: true;
  /** Whether the host cuts a fragment off a target before it hands the request over. */
  readonly cutsFragments?: true;
  /** Whether its JSON parser keeps to itself where a text is no JSON. */
  readonly hidesPositions?: true;
  /** Whether a caller that closes its own direction counts as gone. */
  readonly leavesHalfClosed?: true;
  /** What comes of faults of an upstream, by their titles, that its `fetch` takes for others. */
  readonly faultsToldAs?: Readonly<Record<string, ToldAs>>;
  /** What the runtime itself writes to its error output. */
  readonly writes?: RegExp;
}

/** Generous: a busy machine may stand still for long, and the rows say why their attempts ended. */
const generous = 15_000;
const usual: DepartureLimits = { flowing: generous, silent: generous, withoutWriting: generous };

/** The table of differences. Whatever is not in it holds everywhere. */
export const differences: readonly Difference[] = [
  {
    platforms: ["node", "express", "bun", "deno"],
    reason:
      "A caller that closes its sending side counts as gone. On Node, `allowHalfOpen` answers it.",
    leavesHalfClosed: true,
  },
  {
    platforms: ["bun"],
    reason: "The host resolves dots and backslashes of a path before the service gets it.",
    resolvesPaths: true,
  },
  {
    platforms: ["workerd"],
    reason: "The host removes a fragment, which no client sends, before the service gets the path.",
    cutsFragments: true,
  },
  {
    platforms: ["bun"],
    reason: "The error for a body that is not JSON has no character position.",
    hidesPositions: true,
  },
  {
    platforms: ["bun", "deno", "workerd"],
    reason: "`fetch` accepts a head of any size from an upstream.",
    faultsToldAs: { "U07 a large head": "whole" },
  },
  {
    platforms: ["bun", "deno", "workerd"],
    reason:
      "`fetch` does not distinguish a head that is not HTTP from a broken connection: the error is `upstream_unavailable`.",
    faultsToldAs: {
      "U07 no HTTP": "upstream_unavailable",
      "U07 two lengths": "upstream_unavailable",
    },
  },
  {
    platforms: ["bun", "workerd"],
    reason: "`fetch` does not distinguish a stream of a wrong encoding from a broken connection.",
    faultsToldAs: { "U22 a stream of another encoding than told": "upstream_unavailable" },
    writes: /^(?:Decompression error: ZlibError\n)+/,
  },
  {
    platforms: ["node"],
    reason:
      "`fetch` of Node 22 sometimes reports no error for a body of a wrong encoding; the time limit ends the request.",
    faultsToldAs: {
      "U22 JSON of another encoding than told": "late",
      "U22 a stream of another encoding than told": "late",
    },
  },
  {
    platforms: ["deno"],
    reason:
      "`fetch` decodes no stream, even if its head declares an encoding, because the service requests none.",
    faultsToldAs: { "U22 a stream of another encoding than told": "whole" },
  },
  {
    platforms: ["bun"],
    reason:
      "If an upstream resets a connection, unread bytes are lost, so the error may come before the head.",
    faultsToldAs: { "S04 a reset": "early" },
  },
  {
    platforms: ["workerd"],
    reason: "The service notices a silent departure only at the next write, which is a heartbeat.",
    noticesWithin: { silent: 3 * pingInterval + generous, withoutWriting: undefined },
  },
  {
    platforms: ["workerd"],
    reason:
      "When a caller leaves, the host drops the timers of the request, so a model that waits for a timer never continues. Its row is settled all the same.",
    freezesModels: true,
  },
  {
    platforms: ["deno"],
    reason: "The runtime prints one notice that request signals also abort after a good answer.",
    writes: /^Deno\.serve: request\.signal aborts on successful responses .*\n?$/,
  },
  {
    platforms: ["node"],
    reason: "The Node handler serves whole servers; the host is responsible for mount paths.",
    skips: ["serves below a mount path"],
  },
  {
    platforms: ["express"],
    reason: "The application handles a path that does not belong to the service.",
    skips: ["refuses unknown paths"],
  },
];

/** What is known of a platform. */
function knownOf(platform: Runtime["platform"]): readonly Difference[] {
  return differences.filter(({ platforms }) => platforms.includes(platform));
}

/** What the checks of a platform have to know. */
export function factsOf(platform: Runtime["platform"]): Facts {
  const known = knownOf(platform);
  return {
    noticesWithin: Object.assign({}, usual, ...known.map((each) => each.noticesWithin)),
    freezesModels: known.some((each) => each.freezesModels),
    resolvesPaths: known.some((each) => each.resolvesPaths),
    cutsFragments: known.some((each) => each.cutsFragments),
    answersHalfClosed: !known.some((each) => each.leavesHalfClosed),
    faultsToldAs: Object.assign({}, ...known.map((each) => each.faultsToldAs)),
    namesPositions: !known.some((each) => each.hidesPositions),
  };
}

/** Error output without what the platform is known to write. */
export function unexpectedOutput(platform: Runtime["platform"], output: string): string {
  return knownOf(platform).reduce(
    (rest, { writes }) => (writes ? rest.replace(writes, "") : rest),
    output,
  );
}

/** Whether a check says nothing on a platform, for a reason that the table of differences gives. */
export function isLeftOut(platform: Runtime["platform"], check: string): boolean {
  return knownOf(platform).some(({ skips }) => skips?.some((name) => check.startsWith(name)));
}
