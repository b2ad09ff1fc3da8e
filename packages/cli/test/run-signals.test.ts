import { spawn } from "node:child_process";
import { once } from "node:events";
import { needsTerminal } from "@diglot/test-support/parts/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { main, start } from "./command.js";
import { node, toCall, toolFile } from "./tool-calls.js";

describe("signals of diglot run", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "passes %s on, and serves until the tool ends",
    async (signal) => {
      const { untilWritten, end, stdout, stderr } = start(
        ...(await toCall([node, toolFile("wait")], { args: ["-m", "small"] })),
      );
      await untilWritten(/ready\n/);
      expect(stderr()).toBe("");
      expect(await end(signal)).toEqual([7, null]);
      expect(stdout()).toBe(`ready\n${signal}: I am small.\n`);
    },
  );

  it("sends the interrupt of a terminal to the tool once", needsTerminal, async () => {
    const [args, { env }] = await toCall([node, toolFile("wait")], { args: ["-m", "small"] });
    const words = [node, main, ...args].map((word) => `'${word}'`);
    const terminal = spawn("script", ["-qec", `exec ${words.join(" ")}`, "/dev/null"], {
      env: { ...process.env, ...env, NO_COLOR: "1", FORCE_COLOR: undefined },
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void terminal.kill("SIGKILL"));
    let written = "";
    terminal.stdout.setEncoding("utf8").on("data", (part: string) => {
      if (/ready/.test(part)) terminal.stdin.write("\u0003");
      written += part;
    });
    const [code] = await once(terminal, "close");
    expect(code).toBe(7);
    expect(written).toMatch(/ready\s+(?:\^C)?SIGINT: I am small\.\s+Diglot: 1 request to small/);
  });
});
