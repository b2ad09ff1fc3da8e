import { describe, expect, it } from "vitest";
import type { Moment, RequestDetail, ShownBody } from "../wire.js";
import { addChange } from "./add-change.js";
import { changeSince } from "./change-since.js";

const bodyOf = (text: string): ShownBody => ({ text, bytes: text.length, isCut: false });
const answerOf = (text: string) => ({ at: 2, status: 200, headers: [], body: bodyOf(text) });
const momentOf = (detail: string, at: number): Moment => ({
  at,
  kind: "event",
  label: "delta",
  detail,
});

/** A request of which so much has come. */
function detailOf(reply: string, words: readonly string[], upstreams = 1): RequestDetail {
  return {
    summary: {
      ...{ id: "req_1", number: 1, at: 0, format: "messages", operation: "generate" },
      ...{ state: "running", attempts: 1, failedAttempts: 0, losses: 0 },
    },
    facts: { requestId: "req_1", format: "messages", operation: "generate" },
    ...{ attempts: [], losses: [], rows: [], lostEvents: 0, contents: "kept" },
    moments: words.map(momentOf),
    request: bodyOf('{"stream":true}'),
    answer: reply === "" ? undefined : answerOf(reply),
    upstreams: Array.from({ length: upstreams }, (_, index) => ({
      ...{ attemptId: `att_${index}`, at: 1, url: "https://up.example" },
      request: bodyOf("{}"),
      answer: index === 0 ? answerOf("Overloaded") : answerOf(reply),
    })),
  };
}

/** What the page knows after it has asked at each of these states, and what it got. */
function follow(states: readonly RequestDetail[]) {
  let known: RequestDetail | undefined;
  let cursor: string | undefined;
  const steps = states.map((state) => {
    const change = changeSince(state, cursor);
    cursor = change.next;
    const before = known;
    known = addChange(before, change);
    return { before, change, known };
  });
  return steps;
}

const growing = [
  detailOf("", []),
  detailOf("data: one\n", ["one"]),
  detailOf("data: one\ndata: two\n", ["one", " two"], 2),
  detailOf("data: one\ndata: two\ndata: ü\n", ["one", " two", " ü"], 2),
];

describe("what is new of a request that grows", () => {
  it("adds up to the whole request at each step", () => {
    expect(follow(growing).map(({ known }) => known)).toEqual(growing);
  });

  it("has only what was added", () => {
    const { change } = follow(growing).at(-1) ?? expect.fail("There are no steps.");
    expect(change.moments).toEqual([momentOf(" ü", 2)]);
    expect(change.answer?.body.text).toBe("data: ü\n");
    expect(change.request?.text).toBe("");
    expect(change.upstreams.map(({ answer }) => answer?.body.text)).toEqual(["", "data: ü\n"]);
  });

  it("leaves a body that has not changed the same object", () => {
    const { before, known } = follow(growing).at(-1) ?? expect.fail("There are no steps.");
    expect(known.request).toBe(before?.request);
    expect(known.answer?.body).not.toBe(before?.answer?.body);
  });

  it.each([
    ["shorter", detailOf("[redacted]", ["[redacted]", ""])],
    ["as long as before", detailOf("[hidden.]", ["s-", "four"])],
    ["longer", detailOf("[redacted], so", ["[redacted]", "", " so"])],
  ])("has a beginning again that has changed, and is now %s", (_case, later) => {
    const first = detailOf("sk-live-1", ["sk", "live"]);
    const { change, known } = follow([first, later]).at(-1) ?? expect.fail("There are no steps.");
    expect(change.moments).toEqual(later.moments);
    expect(change.answer?.body.text).toBe(later.answer?.body.text);
    expect(known).toEqual(later);
  });

  it("is told apart for each upstream, with its request and its answer", () => {
    const state = (length: number): RequestDetail => ({
      ...detailOf("data: ours", []),
      upstreams: ["one", "two", "three"].map((name, index) => ({
        ...{ attemptId: name, at: index, url: "https://up.example" },
        request: bodyOf(`asked of ${name}, long ago`.slice(0, 11 + length)),
        answer: answerOf(`said by ${name}, at last`.slice(0, 10 + length)),
      })),
    });
    const [, { change, known } = expect.fail("There is no step.")] = follow([state(1), state(3)]);
    expect(known).toEqual(state(3));
    expect(
      change.upstreams.map(({ request, answer }) => [request.text, answer?.body.text]),
    ).toEqual([
      [", ", ", "],
      [", ", ", "],
      ["ee", "ee"],
    ]);
  });

  it("is the size of a body of which no more is kept, or that nothing of its text is left", () => {
    const grown = (text: string, bytes: number): RequestDetail => ({
      ...detailOf("", []),
      request: { text, bytes, isCut: true },
    });
    const states = [grown("{", 1), grown("{", 9), grown("", 9), grown("", 9)];
    expect(follow(states).map(({ known }) => known)).toEqual(states);
  });

  it.each(["", "x", "5", "5.1", "-1.5-3", "1e9.2", "NaN.NaN", "999.0-999.0"])(
    "is all of it after a cursor that is none: %j",
    (cursor) => {
      const whole = detailOf("data: one\n", ["one"]);
      expect(addChange(undefined, changeSince(whole, cursor))).toEqual(whole);
    },
  );
});
