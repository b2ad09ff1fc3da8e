import { expect, it } from "vitest";
import { toPathText } from "./problem.js";

it.each([
  [[], ""],
  [["port"], "port"],
  [["models", 2, "prices", "input"], "models[2].prices.input"],
  [["upstreams", "my upstream", "headers", "x-a"], 'upstreams["my upstream"].headers["x-a"]'],
])("the path %j is written %s", (path, expected) => {
  expect(toPathText(path)).toBe(expected);
});
