import { describe, expect, it } from "vitest";
import { handMadeCall, handMadeFake } from "../../test/matchers/hand-made-call.js";
import { readFake, readSubject } from "./subject.js";

const call = handMadeCall({ index: 3 });
const fake = handMadeFake([call]);

describe("what a matcher looks at", () => {
  it("is a fake with all of its calls, or one of them", () => {
    expect(readSubject(fake, "toDo")).toEqual({ noun: "the fake", calls: [call] });
    expect(readSubject(call, "toDo")).toEqual({ noun: "request 3", calls: [call] });
    expect(readFake(fake, "toDo")).toBe(fake);
  });

  it.each<[unknown, string]>([
    [undefined, "undefined"],
    [null, "null"],
    ["fake", "fake"],
    [[call], "another object"],
    [{ verify() {}, calls: "none" }, "another object"],
    [{ calls: [] }, "another object"],
    [{ request: {}, index: 0 }, "another object"],
    [{ request: {}, state: "open" }, "another object"],
    [Promise.resolve(fake), "a promise: is an `await` missing?"],
  ])("is not %s", (subject, name) => {
    expect(() => readSubject(subject, "toDo")).toThrow(
      new TypeError(`toDo expects a fake or one of its calls, but got ${name}`),
    );
    expect(() => readFake(subject, "toDo")).toThrow(
      new TypeError(`toDo expects a fake, but got ${name}`),
    );
  });
});
