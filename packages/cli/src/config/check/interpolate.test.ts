import { defineModel } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { interpolate } from "./interpolate.js";

const environment = { NAME: "value", EMPTY: "" };

describe("interpolate", () => {
  it.each([
    [`\${NAME}`, "value"],
    [`a-\${NAME}-b-\${NAME}`, "a-value-b-value"],
    [`\${NAME:-other}`, "value"],
    [`\${UNSET:-other}`, "other"],
    [`\${EMPTY:-other}`, "other"],
    [`\${EMPTY}`, ""],
    [`\${UNSET:-}`, ""],
    [`\${UNSET:-http://a:1/b}`, "http://a:1/b"],
    [`$\${NAME}`, `\${NAME}`],
    ["$NAME costs $5", "$NAME costs $5"],
  ])("makes %j to %j", (text, expected) => {
    expect(interpolate(text, environment)).toEqual({ value: expected, problems: [] });
  });

  it("does not replace what a variable holds", () => {
    expect(interpolate(`\${A}`, { A: `\${B}`, B: "b" }).value).toBe(`\${B}`);
  });

  it("reaches every string of lists and objects, and names where a variable is missing", () => {
    const { value, problems } = interpolate(
      { list: [{ a: `\${NAME}`, b: `\${UNSET}` }] },
      environment,
    );
    expect(value).toEqual({ list: [{ a: "value", b: "" }] });
    expect(problems).toEqual([
      {
        path: ["list", 0, "b"],
        message: "needs the environment variable UNSET, which is not set",
      },
    ]);
  });

  it.each([`\${}`, `\${1A}`, `\${A B}`, `\${A-b}`])("refuses %s", (text) => {
    expect(interpolate(text, environment).problems).toEqual([
      { path: [], message: `has ${text}, which must be \${NAME} or \${NAME:-default}` },
    ]);
  });

  it("leaves models, instances and functions as they are", () => {
    const model = defineModel(`\${NAME}`, async function* () {
      yield "Hello.";
    });
    const given = { model, pattern: /\$\{NAME\}/, call: () => `\${NAME}`, nothing: null };
    const { value } = interpolate(given, environment);
    expect(value).toEqual(given);
    expect(value).toMatchObject({ model: expect.toSatisfy((one) => one === model) });
  });
});
