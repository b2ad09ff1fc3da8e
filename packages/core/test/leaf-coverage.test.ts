import { formatNames } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { anyRequests } from "./arbitraries.js";
import { capabilitySets } from "./capability-sets.js";
import { type Leaf, leavesOf, otherValue, without, withValue } from "./leaves.js";
import { maximalReplies, maximalStreams } from "./maximal-replies.js";
import { maximalRequests } from "./maximal-requests.js";
import { type NoOp, noOps } from "./no-ops.js";
import { type Observed, observeReply, observeRequest, observeStream } from "./observe.js";
import { placeInReply } from "./reply-places.js";

/** The result for each leaf of some inputs. */
interface Tally {
  tried: number;
  /** The output, the receipt or the refusal changed with the leaf. */
  carried: number;
  /** The leaf is part of something that is reported as lost or refused as a whole. */
  reported: number;
  /** The leaf is on the list of leaves without meaning in the other format. */
  noOp: number;
}

const createTally = (): Tally => ({ tried: 0, carried: 0, reported: 0, noOp: 0 });
const ofMaximal = createTally();
const ofGenerated = createTally();
const used = new Set<NoOp>();

/** How the leaves of one kind of input are judged. */
interface LeafRules {
  observe(input: unknown): Observed;
  isNoOp(leaf: Leaf, by: NoOp["by"], whole: Observed): boolean;
  /** The place of a leaf, as receipts write it. */
  placeOf(leaf: Leaf): string;
}

/** Tests each leaf of an input in turn, deleted and changed, and names those that are lost. */
function findLost(
  input: unknown,
  { observe, isNoOp, placeOf }: LeafRules,
  total: Tally = ofMaximal,
): readonly string[] {
  const whole = observe(input);
  const seen = JSON.stringify(whole);
  return leavesOf(input).flatMap((leaf) => {
    total.tried += 1;
    const changes = [
      ["deleted", without(input, leaf.path)],
      ["changed", withValue(input, leaf.path, otherValue(leaf))],
    ] as const;
    const silent = changes.filter(([, changed]) => JSON.stringify(observe(changed)) === seen);
    if (silent.length === 0) total.carried += 1;
    else if (isReported(whole, placeOf(leaf))) total.reported += 1;
    else {
      const lost = silent.filter(([by]) => !isNoOp(leaf, by, whole));
      if (lost.length === 0) total.noOp += 1;
      return lost.map(([by]) => `${leaf.at} ${by} (${JSON.stringify(leaf.value)})`);
    }
    return [];
  });
}

/**
 * Whether the receipt or the refusal reports the loss of this leaf or of something that contains it,
 * or an approximation of the leaf or of the object whose member it is.
 */
function isReported({ receipt, problems }: Observed, at: string): boolean {
  const lost = [...problems, ...receipt.filter(({ code }) => code === "dropped")];
  const parent = at.slice(0, at.lastIndexOf("/"));
  return (
    lost.some((reported) => reported.at !== "" && `${at}/`.startsWith(`${reported.at}/`)) ||
    receipt.some(
      (reported) => reported.code === "approximated" && [at, parent].includes(reported.at),
    )
  );
}

const placeOf = ({ at }: Leaf) => at;

function noOpsOf(kind: NoOp["kind"], format: NoOp["format"]) {
  const list = noOps.filter((noOp) => noOp.kind === kind && noOp.format === format);
  return (leaf: Leaf, by: NoOp["by"], { receipt, problems }: Observed) => {
    const reported = [...receipt, ...problems].map(({ at }) => at);
    const found = list.find(
      ({ leaf: pattern, value = leaf.value, by: way = by, beside }) =>
        pattern.test(leaf.at) &&
        value === leaf.value &&
        way === by &&
        (!beside || reported.some((at) => beside.test(at))),
    );
    if (found) used.add(found);
    return found !== undefined;
  };
}

/** The requests of callers of the other format, for replies of each format. */
const askedFor = {
  messages: {
    model: "m",
    messages: [{ role: "user", content: "x" }],
    stop: ["END"],
    stream_options: { include_usage: true },
  },
  "chat-completions": {
    model: "m",
    max_tokens: 10,
    messages: [{ role: "user", content: "x" }],
    stop_sequences: ["END"],
  },
};

function summaryOf({ tried, carried, reported, noOp }: Tally): string {
  return `${tried} leaves tested, each deleted and changed: ${carried} change what comes out, ${reported} are part of what is reported as lost, ${noOp} have no meaning in the other format, ${tried - carried - reported - noOp} are lost without a report.`;
}

describe("no leaf is lost without a report", () => {
  describe.each(formatNames)("of a request in %s", (format) => {
    describe.each(capabilitySets(format))("for $name", ({ capabilities, ...options }) => {
      it.each(maximalRequests[format])("P11.7 that is $name", ({ body }) => {
        const observe = (input: unknown) =>
          observeRequest(format, input, { capabilities, ...options });
        expect(observe(body).malformed).toBe(false);
        expect(findLost(body, { observe, isNoOp: noOpsOf("request", format), placeOf })).toEqual(
          [],
        );
      });
    });
  });

  it.each(formatNames)("P11.7 of any request in %s", (format) => {
    const isNoOp = noOpsOf("request", format);
    const anySet = fc.constantFrom(...capabilitySets(format));
    fc.assert(
      fc.property(anyRequests(format), anySet, (body, { name, ...options }) => {
        const observe = (input: unknown) => observeRequest(format, input, options);
        expect(findLost(body, { observe, isNoOp, placeOf }, ofGenerated)).toEqual([]);
      }),
      { numRuns: repeats(30, 600) },
    );
  });

  describe.each(formatNames)("of a reply in %s", (format) => {
    it.each(maximalReplies[format])("with $name", ({ body }) => {
      const options = { request: askedFor[format] };
      const observe = (input: unknown) => observeReply(format, input, options);
      expect(observe(body).malformed).toBe(false);
      expect(findLost(body, { observe, isNoOp: noOpsOf("reply", format), placeOf })).toEqual([]);
    });

    it.each(maximalStreams[format])("as a stream, with $name", ({ events }) => {
      const judge: LeafRules = {
        observe: (input) =>
          observeStream(format, input as typeof events, { request: askedFor[format] }),
        isNoOp: noOpsOf("stream", format),
        placeOf: ({ path }) => placeInReply(format, events, path),
      };
      expect(findLost(events, judge)).toEqual([]);
    });
  });

  it("and every entry of the list of leaves without meaning is needed", () => {
    expect(ofMaximal.tried).toBeGreaterThan(5_000);
    expect(noOps.filter((noOp) => !used.has(noOp))).toEqual([]);
  });

  afterAll(() => {
    console.info(`Leaf coverage, of maximal requests and replies: ${summaryOf(ofMaximal)}`);
    console.info(`Leaf coverage, of generated requests: ${summaryOf(ofGenerated)}`);
  });
});

describe("the leaves that are changed", () => {
  it.each(formatNames)(
    "have legal values, so that the change itself is not refused in %s",
    (format) => {
      const illegal = maximalRequests[format].flatMap(({ name, body }) =>
        leavesOf(body)
          .filter((leaf) => {
            const changed = withValue(body, leaf.path, otherValue(leaf));
            return observeRequest(format, changed).malformed;
          })
          .map(({ at }) => `${name}: ${at}`),
      );
      expect(illegal).toEqual([]);
    },
  );
});
