import { needsRuntime, programOf } from "@diglot/test-support/parts/runtimes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildServers } from "../runtimes/build-servers.js";
import { coreFiles, readBuiltFile, runRequireProgram } from "../runtimes/built-packages.js";
import type { Target } from "../runtimes/check.js";
import { factsOf, isLeftOut, unexpectedOutput } from "../runtimes/differences.js";
import { type Runtime, runtimes } from "../runtimes/runtimes.js";
import { type RunningServer, startServer } from "../runtimes/start-server.js";
import { suiteOf } from "../runtimes/suite.js";

beforeAll(buildServers, 180_000);

for (const runtime of runtimes) {
  describe(runtime.title, needsRuntime(runtime.name), () => {
    describeRuntime(runtime);
  });
}

function describeRuntime(runtime: Runtime): void {
  let server: RunningServer | undefined;
  let target: Target | undefined;

  beforeAll(async () => {
    server = await startServer(runtime);
    const { baseUrl, port } = server;
    target = { baseUrl, port, ...factsOf(runtime.platform) };
  });

  afterAll(() => server?.stop());

  for (const [check, run] of Object.entries(suiteOf(runtime.platform))) {
    if (isLeftOut(runtime.platform, check)) continue;
    it(check, async () => {
      if (!target) throw new Error("The server has not started.");
      await run(target);
    });
  }

  it("wrote nothing to its error output", () => {
    expect(unexpectedOutput(runtime.platform, server?.errorOutput() ?? "")).toBe("");
  });
}

describe("the built packages", () => {
  it.each(coreFiles)("need no Node module and no global of Node: %s", async (file) => {
    const { code, imports } = await readBuiltFile(file);
    expect(imports).toEqual([]);
    // `setImmediate` is looked for on `globalThis`, where it may be absent.
    expect(code.match(/\b(?:process|Buffer|global)\.|\bsetImmediate\(|\b__dirname\b/g)).toBeNull();
  });

  it("can be required on the oldest Node", needsRuntime("node-22.12"), () => {
    const oldestNode = programOf("node-22.12");
    expect(runRequireProgram(oldestNode)).toEqual({ output: "Hello!", errorOutput: "" });
  });
});
