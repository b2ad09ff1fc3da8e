import { expect, it } from "vitest";
import { readId } from "./chunk.js";

it.each([
  ["chatcmpl-abc", "abc"],
  ["gen-1_A", "gen-1_A"],
  [`chatcmpl-${"a".repeat(64)}`, "a".repeat(64)],
  [`chatcmpl-${"a".repeat(65)}`, undefined],
  ["chatcmpl-", undefined],
  ["a b", undefined],
  [7, undefined],
  [undefined, undefined],
])("of the id %j of a reply, callers get %j", (id, read) => {
  expect(readId({ id })).toBe(read);
});
