import { expect, it } from "vitest";
import { isEventStream } from "./is-event-stream.js";

it.each<[boolean, readonly (readonly [string, string])[]]>([
  [true, [["content-type", "text/event-stream"]]],
  [
    true,
    [
      ["x-a", "b"],
      ["content-type", "text/event-stream; charset=utf-8"],
    ],
  ],
  [false, [["content-type", "application/json"]]],
  [false, [["accept", "text/event-stream"]]],
  [false, []],
])("it is %s that %j says that a body is an event stream", (expected, headers) => {
  expect(isEventStream({ headers })).toBe(expected);
});
