import { expect, it } from "vitest";
import {
  at,
  equal,
  isAbsent,
  isCount,
  isErrorOf,
  isFilled,
  isJsonList,
  isStream,
} from "./expect.js";
import type { ProbedAnswer } from "./probing/probe.js";

/** What is said against an error answer with this message. */
function faultOf(message: string, names: string | RegExp, param?: string): string | undefined {
  const answer = { status: 400, text: "", json: { error: { message, param } } };
  try {
    isErrorOf(answer as unknown as ProbedAnswer, { status: 400, names });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

it("an error names a member in its message in any case, or in its param", () => {
  expect(faultOf("Max_Tokens is missing", "max_tokens")).toBeUndefined();
  expect(faultOf("It is missing", "max_tokens", "max_tokens")).toBeUndefined();
  expect(faultOf("It is missing", /^it/i)).toBeUndefined();
  expect(faultOf("It is missing", "max_tokens")).toContain("names max_tokens");
  expect(faultOf("", "max_tokens", "max_tokens")).toContain("not empty");
});

/** Whether an expectation holds. */
function holds(expectation: () => unknown): boolean {
  try {
    expectation();
    return true;
  } catch {
    return false;
  }
}

it("values are equal as JSON, whatever the order of their members", () => {
  expect(holds(() => equal({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }, ""))).toBe(
    true,
  );
  expect(holds(() => equal([1, 2], [2, 1], ""))).toBe(false);
  expect(holds(() => equal(undefined, null, ""))).toBe(false);
});

it("a count is a whole number from 0", () => {
  const counts = [0, 1, -1, 1.5, Number.NaN, "1", null];
  expect(counts.filter((count) => holds(() => isCount(count, "")))).toEqual([0, 1]);
});

it("a text is filled if it is not empty, a list of objects holds nothing else, and null is absent", () => {
  expect(["a", "", 1, null].filter((one) => holds(() => isFilled(one, "")))).toEqual(["a"]);
  expect([[], [{}], [1], {}].filter((one) => holds(() => isJsonList(one, "")))).toEqual([[], [{}]]);
  expect([undefined, null, "", 0].filter((one) => holds(() => isAbsent(one, "")))).toEqual([
    undefined,
    null,
  ]);
});

it("a path leads through members and indexes, or to nothing", () => {
  expect(at({ a: [{ b: 1 }] }, "a", 0, "b")).toBe(1);
  expect(at({ a: [] }, "a", 0, "b")).toBeUndefined();
  expect(at("text", "length")).toBeUndefined();
});

it("a stream is an answer 200 of its content type, with events", () => {
  const events = [{ event: undefined, data: "x", json: undefined }];
  const answer = (status: number, type: string, own = events) =>
    ({
      ...{ status, text: "", json: undefined, events: own },
      headers: new Headers({ "content-type": type }),
    }) as ProbedAnswer;
  expect(isStream(answer(200, "text/event-stream; charset=utf-8"))).toBe(events);
  expect(holds(() => isStream(answer(201, "text/event-stream")))).toBe(false);
  expect(holds(() => isStream(answer(200, "text/plain")))).toBe(false);
  expect(holds(() => isStream(answer(200, "text/event-stream", [])))).toBe(false);
});
