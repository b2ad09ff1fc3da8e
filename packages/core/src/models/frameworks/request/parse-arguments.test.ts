import { expect, it } from "vitest";
import { parseArguments } from "./parse-arguments.js";

it("reads arguments that are a JSON object, and takes none for an empty one", () => {
  expect(parseArguments('{"of":"mug"}')).toEqual({ of: "mug" });
  expect(parseArguments("")).toEqual({});
});

it.each(["[1]", '"mug"', "{of:1}", "null"])("reads nothing from %s", (json) => {
  expect(parseArguments(json)).toBeUndefined();
});
