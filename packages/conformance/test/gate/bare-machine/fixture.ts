// Not found by the suite: bare-machine.test.ts runs it, on a machine from which every part is hidden.
import { needsChromium } from "@diglot/test-support/browser";
import { needsClaudeCode } from "@diglot/test-support/parts/claude-code";
import { needsCodex } from "@diglot/test-support/parts/codex";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { needsRedis, needsRedisServer } from "@diglot/test-support/parts/redis";
import { needsRuntime } from "@diglot/test-support/parts/runtimes";
import { needsBash, needsFish, needsZsh } from "@diglot/test-support/parts/shells";
import { needsSmallDisk } from "@diglot/test-support/parts/small-disk";
import { needsTerminal } from "@diglot/test-support/parts/terminal";
import { describe, expect, it } from "vitest";

const runs = () => expect("a test without its part").toBe("skipped");

describe("with Chromium", needsChromium, () => {
  it("runs", runs);
});
describe.each(["each"])("with Redis, %s", needsRedis, () => {
  it("runs", runs);
});
it("runs with PostgreSQL", needsPostgres, runs);
it("runs with redis-server", needsRedisServer, runs);
it("runs with Node 22.12", needsRuntime("node-22.12"), runs);
it("runs with Node 22", needsRuntime("node-22"), runs);
it("runs with Node 26", needsRuntime("node-26"), runs);
it("runs with Bun", needsRuntime("bun"), runs);
it("runs with Deno", needsRuntime("deno"), runs);
it("runs with workerd", needsRuntime("workerd"), runs);
it("runs with Claude Code", needsClaudeCode, runs);
it("runs with Codex", needsCodex, runs);
it("runs with bash", needsBash, runs);
it("runs with zsh", needsZsh, runs);
it("runs with fish", needsFish, runs);
it("runs on a terminal", needsTerminal, runs);
it("runs with a small disk", needsSmallDisk, runs);
it("runs without a part", () => expect(1).toBe(1));
