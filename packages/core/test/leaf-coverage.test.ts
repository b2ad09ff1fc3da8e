import { formatNames } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { anyRequests } from "./arbitraries.js";
import { capabilitySets } from "./capability-sets.js";
import {
  createTally,
  findLost as findLostOf,
  type LeafRules,
  summaryOf,
  type Tally,
} from "./find-lost.js";
import { type Leaf, leavesOf, otherValue, withValue } from "./leaves.js";
import { maximalReplies, maximalStreams } from "./maximal-replies.js";
import { maximalRequests } from "./maximal-requests.js";
import { findNoOp, type NoOp, noOps } from "./no-ops.js";
import { observeReply, observeRequest, observeStream } from "./observe.js";
import { placeInReply } from "./reply-places.js";

const ofMaximal = createTally();
const ofGenerated = createTally();
const used = new Set<NoOp>();

const placeOf = ({ at }: Leaf) => at;

/** Tests each leaf of an input, and counts it. */
function findLost(input: unknown, rules: LeafRules, total: Tally = ofMaximal): readonly string[] {
  return findLostOf(input, rules, total);
}

function noOpsOf(kind: NoOp["kind"], format: NoOp["format"]): LeafRules["isNoOp"] {
  const list = noOps.filter((noOp) => noOp.kind === kind && noOp.format === format);
  return (leaf, by, observed) => {
    const found = findNoOp(list, leaf, by, observed);
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
