import { afterEach, describe, expect, it } from "vitest";
import { instrument } from "./instrument.ts";
import { tally } from "./tally.ts";

afterEach(() => tally.reset());

/** What running a program counts. */
function run(program: string) {
  new Function(instrument(program))();
  return tally.read();
}

describe("instrument", () => {
  it.each([
    ["an arrow function", "const f = (x) => x + 1; f(1); f(2);", 1, 2],
    ["an arrow function that returns an object", "const f = () => ({ a: 1 }); f().a;", 1, 1],
    ["a function expression that is called at once", "(function () {})();", 1, 1],
    [
      "methods and accessors of an object",
      "const o = { m() {}, get a() { return 1; } }; o.m();",
      2,
      1,
    ],
    ["a declaration inside of a block", "{ function f() {} f(); f(); }", 1, 2],
    [
      "one function for each turn of a loop",
      "for (let i = 0; i < 3; i++) [1].forEach(() => i);",
      3,
      3,
    ],
    ["a function within a function", "const f = (a) => (b) => a + b; f(1)(2);", 2, 2],
    ["methods of a class, which are made once", "class C { m() {} } new C().m();", 0, 1],
  ])("counts %s", (_, program, closures, calls) => {
    expect(run(program)).toMatchObject({ closures, calls });
  });

  it("counts long arrays that are written down, and leaves patterns alone", () => {
    const long = `[${"1,".repeat(17)}]`;
    const program = `const a = ${long}; const b = [...a]; let c, d; [c, ...d] = b; [[...d]] = [b];`;
    expect(run(program)).toMatchObject({ longArrays: 2 });
  });

  it("keeps the lines of a program", () => {
    const program = "const a = () => {\n  return [];\n};\n";
    expect(instrument(program).split("\n")).toHaveLength(program.split("\n").length);
  });
});
