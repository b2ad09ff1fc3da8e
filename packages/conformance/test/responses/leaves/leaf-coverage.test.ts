import { translateRequest, translateResponse } from "@diglot/core/translation";
import { responses, responsesUpstreamFormat } from "@diglot/responses";
import { afterAll, describe, expect, it } from "vitest";
import type { AnyFormat } from "../../../../core/src/translation/parties.js";
import {
  createTally,
  findLost,
  type LeafRules,
  summaryOf,
} from "../../../../core/test/find-lost.js";
import type { Leaf } from "../../../../core/test/leaves.js";
import { maximalReplies, maximalStreams } from "../../../../core/test/maximal-replies.js";
import { maximalRequests } from "../../../../core/test/maximal-requests.js";
import { findNoOp, noOps } from "../../../../core/test/no-ops.js";
import { observeReply, observeRequest, observeStream } from "../../../../core/test/observe.js";
import { placeInReply } from "../../../../core/test/reply-places.js";
import { replies, requests, streams, whole } from "./maximal.js";
import { type PairNoOp, pairNoOps } from "./no-ops.js";
import { placeInEvents, placeInResponse } from "./places.js";

const published = { format: responses(), upstream: responsesUpstreamFormat };
/** The same for core's sources, whose types are others than those of the package. */
const wire = published as unknown as AnyFormat;
const others = ["messages", "chat-completions"] as const;

type Party = PairNoOp["from"];

const formatOf = (party: Party): AnyFormat => (party === "responses" ? wire : party);

const tally = createTally();
const used = new Set<PairNoOp>();

/** The leaves without meaning: those of the format that is read, in any pair, and those of this pair. */
function rulesOf(kind: PairNoOp["kind"], from: Party, to: Party): Pick<LeafRules, "isNoOp"> {
  const common = noOps.filter((entry) => entry.kind === kind && entry.format === from);
  const own = pairNoOps.filter(
    (entry) => entry.kind === kind && entry.from === from && (entry.to ?? to) === to,
  );
  return {
    isNoOp(leaf, by, observed) {
      if (findNoOp(common, leaf, by, observed)) return true;
      const found = findNoOp(own, leaf, by, observed);
      if (found) used.add(found);
      return found !== undefined;
    },
  };
}

/** Requests of callers, for replies to them. */
const askedBy = {
  messages: {
    model: "m",
    max_tokens: 10,
    messages: [{ role: "user", content: "x" }],
    stop_sequences: ["END"],
  },
  "chat-completions": {
    model: "m",
    messages: [{ role: "user", content: "x" }],
    stop: ["END"],
    logprobs: true,
    top_logprobs: 1,
    stream_options: { include_usage: true },
  },
  responses: { model: "m", input: "x", include: ["message.output_text.logprobs"], top_logprobs: 1 },
};

/** The requests and replies of a format. */
function bodiesOf(format: Party) {
  return format === "responses"
    ? { sent: requests, answered: replies }
    : { sent: maximalRequests[format], answered: maximalReplies[format] };
}

const placeOf: LeafRules["placeOf"] = ({ at }) => at;

describe("no leaf is lost without a report on its way", () => {
  describe.each(others)("of a request in Responses to %s", (to) => {
    it.each(requests)("that is $name", ({ body }) => {
      const observe = (input: unknown) => observeRequest(wire, input, {}, formatOf(to));
      expect(observe(body).malformed && observe(body).written).toBe(false);
      const rules = { observe, placeOf, ...rulesOf("request", "responses", to) };
      expect(findLost(body, rules, tally)).toEqual([]);
    });
  });

  describe.each(others)("of a request in %s to Responses", (from) => {
    it.each(maximalRequests[from])("that is $name", ({ body }) => {
      const observe = (input: unknown) => observeRequest(from, input, {}, wire);
      const rules = { observe, placeOf, ...rulesOf("request", from, "responses") };
      expect(findLost(body, rules, tally)).toEqual([]);
    });
  });

  describe.each(others)("of a reply in Responses to a caller of %s", (to) => {
    const options = { request: askedBy[to] };

    it.each(replies)("with $name", ({ body }) => {
      const observe = (input: unknown) => observeReply(wire, input, options, formatOf(to));
      expect(observe(body).malformed && observe(body).written).toBe(false);
      const rules = {
        observe,
        placeOf: ({ path }: Leaf) => placeInResponse(body, path),
        ...rulesOf("reply", "responses", to),
      };
      expect(findLost(body, rules, tally)).toEqual([]);
    });

    it.each(streams)("as a stream, with $name", ({ body }) => {
      const observe = (input: unknown) =>
        observeStream(wire, input as typeof body, options, formatOf(to));
      const rules = {
        observe,
        placeOf: ({ path }: Leaf) => placeInEvents(whole, body, path),
        ...rulesOf("stream", "responses", to),
      };
      expect(findLost(body, rules, tally)).toEqual([]);
    });
  });

  describe.each(others)("of a reply in %s to a caller of Responses", (from) => {
    const options = { request: askedBy.responses };

    it.each(maximalReplies[from])("with $name", ({ body }) => {
      const observe = (input: unknown) => observeReply(from, input, options, wire);
      const rules = { observe, placeOf, ...rulesOf("reply", from, "responses") };
      expect(findLost(body, rules, tally)).toEqual([]);
    });

    it.each(maximalStreams[from])("as a stream, with $name", ({ events }) => {
      const observe = (input: unknown) =>
        observeStream(from, input as typeof events, options, wire);
      const rules = {
        observe,
        placeOf: ({ path }: Leaf) => placeInReply(from, events, path),
        ...rulesOf("stream", from, "responses"),
      };
      expect(findLost(events, rules, tally)).toEqual([]);
    });
  });

  it("of a request or a reply in any format to its own, where it comes back as it is", () => {
    for (const format of ["responses", ...others] as const) {
      const own = format === "responses" ? published : format;
      const { sent, answered } = bodiesOf(format);
      for (const { body } of sent) expect(translateRequest(own, own, body).body).toEqual(body);
      for (const { body } of answered) {
        expect(translateResponse(own, own, body).body).toEqual(body);
      }
    }
  });

  it("and every entry of the list of leaves without meaning is needed", () => {
    expect(tally.tried).toBeGreaterThan(2_500);
    expect(pairNoOps.filter((entry) => !used.has(entry))).toEqual([]);
  });

  afterAll(() => {
    console.info(`Leaf coverage, of the pairs with Responses: ${summaryOf(tally)}`);
  });
});
