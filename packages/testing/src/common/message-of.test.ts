import { expect, it } from "vitest";
import { messageOf } from "./message-of.js";

it("an error says its message, and anything else that was thrown its text", () => {
  expect(messageOf(new TypeError("It is broken."))).toBe("It is broken.");
  expect([messageOf("broken"), messageOf(undefined), messageOf(5)]).toEqual([
    "broken",
    "undefined",
    "5",
  ]);
});
