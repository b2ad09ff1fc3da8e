import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../test/command.js";
import { findJsonError, findProgramError } from "./find-syntax-error.js";

describe("findJsonError", () => {
  it.each([
    ['{\n  "port": 0,\n  "keys": [\n}\n', 4, 1],
    ['{"a": 1,\n "b": 2,\n}', 3, 1],
    ['{"a": 1,\n "b": 2 "c"}', 2, 9],
    ['{"a": 1,\n "b": 2', 2, 8],
    ['{"a": "x', 1, 9],
    ['{"a": tru}', 1, 10],
    ['{"a": 01}', 1, 8],
    ["{'a': 1}", 1, 2],
    ["// no comments\n{}", 1, 1],
    ["", 1, 1],
  ])("finds the first character that does not fit in %j", (text, line, column) => {
    expect(findJsonError(text)).toEqual({ line, column });
  });

  it.each(["{}", ' {"a": [1, "x", null, 1.5e3]}\n'])("finds nothing in %j", (text) => {
    expect(findJsonError(text)).toBeUndefined();
  });
});

describe("findProgramError", () => {
  it("finds the place in JavaScript", () => {
    const file = join(newFolder(), "config.mjs");
    writeFileSync(file, "export default {\n  port: 0,\n  keys: [,\n  };\n");
    expect(findProgramError(file, new SyntaxError())).toEqual({ line: 4, column: 3 });
  });

  it("finds nothing in a file that is right", () => {
    const file = join(newFolder(), "config.mjs");
    writeFileSync(file, "export default {};\n");
    expect(findProgramError(file, new SyntaxError())).toBeUndefined();
  });
});
