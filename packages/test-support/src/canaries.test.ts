import { describe, expect, it } from "vitest";
import { findLeaks, secretForms } from "./canaries.js";

const secrets = { key: 'sk-canary/<&"+0123456789' };
const pathsIn = (value: unknown) => findLeaks(value, secrets).map(({ path }) => path);

describe("findLeaks", () => {
  it.each(Object.entries(secretForms))("finds a secret written as %s", (_form, write) => {
    expect(findLeaks(`not with ${write(secrets.key)}!`, secrets)).toContainEqual(
      expect.objectContaining({ secret: "key", path: "" }),
    );
  });

  it("finds a secret in base64 whatever is before and behind it", () => {
    for (const before of ["", "a", "ab", "abc"]) {
      expect(pathsIn(Buffer.from(`${before}${secrets.key}xy`).toString("base64"))).toContain("");
    }
  });

  it.each<[string, unknown, string]>([
    ["a member", { a: [{ b: secrets.key }] }, "a.0.b"],
    ["bytes", { body: new TextEncoder().encode(secrets.key) }, "body"],
    ["headers", new Headers({ a: secrets.key }), "entry 0.1"],
    ["a map", new Map([["a", secrets.key]]), "entry 0.1"],
    ["a message", new Error(secrets.key), "message"],
    ["a stack", new Error(secrets.key), "stack"],
    ["a cause", new Error("a", { cause: { data: secrets.key } }), "cause.data"],
    ["bundled errors", new AggregateError([new Error(secrets.key)]), "errors.0.message"],
    ["a hidden member", Object.defineProperty({}, "a", { value: secrets.key }), "a"],
    ["a name", { [secrets.key]: 1 }, " (a name)"],
  ])("finds a secret in %s", (_what, value, path) => {
    expect(pathsIn(value)).toContain(path);
  });

  it("finds nothing in what has no secret, and ends for circles", () => {
    const circle: { self?: unknown; text: string } = { text: "sk-canary" };
    circle.self = circle;
    expect(findLeaks(circle, secrets)).toEqual([]);
    expect(findLeaks([undefined, null, 1, () => 1, Symbol("a")], secrets)).toEqual([]);
  });
});
