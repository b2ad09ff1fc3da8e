import { describe, expect, it } from "vitest";
import { watchEnvironment, withEnvironment } from "./watch-environment.js";

/** The names that are noted while something uses the variables. */
function namesAfter(use: (environment: NodeJS.ProcessEnv) => unknown): readonly string[] {
  const { environment, names } = watchEnvironment({ A: "1", B: "2" });
  use(environment);
  return [...names].sort();
}

describe("watchEnvironment", () => {
  it("notes what is read, also if it does not exist", () => {
    expect(namesAfter((environment) => [environment.A, environment.C])).toEqual(["A", "C"]);
    expect(namesAfter(({ B }) => B)).toEqual(["B"]);
  });

  it("notes all that is copied", () => {
    expect(namesAfter((environment) => ({ ...environment }))).toEqual(["A", "B"]);
    expect(namesAfter((environment) => Object.entries(environment))).toEqual(["A", "B"]);
    expect(namesAfter(Object.getOwnPropertyDescriptors)).toEqual(["A", "B"]);
  });

  it("notes what is set, as from a file, and sets it", () => {
    const given: NodeJS.ProcessEnv = {};
    const { environment, names } = watchEnvironment(given);
    environment.FROM_A_FILE = "secret";
    Object.assign(environment, { OTHER: "secret" });
    expect([...names]).toEqual(["FROM_A_FILE", "OTHER"]);
    expect(given).toEqual({ FROM_A_FILE: "secret", OTHER: "secret" });
  });

  it("notes nothing that is only looked for by its name", () => {
    expect(namesAfter((environment) => ["A" in environment, Object.keys])).toEqual([]);
  });
});

describe("withEnvironment", () => {
  it("puts the variables in the place of the process's own until it is done, whatever happens", async () => {
    const own = process.env;
    const other = { ONLY: "here" };
    const read = async () => [process.env.ONLY, (await import("node:process")).env.ONLY];
    expect(await withEnvironment(other, read)).toEqual(["here", "here"]);
    const failing = withEnvironment(other, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(process.env).toBe(own);
    expect((await import("node:process")).env).toBe(own);
  });
});
