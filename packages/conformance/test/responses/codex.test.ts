import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createHttpServer } from "@diglot/adapter-node-http";
import { chatCompletionsFormat, messagesFormat, toolCall, usage } from "@diglot/core";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { codex, needsCodex } from "@diglot/test-support/parts/codex";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it, onTestFinished } from "vitest";

const runFile = promisify(execFile);

/** What the model sums up, and what it says after that. */
const summary = "SUMMARY: a command was run.";
const last = "All done.";

/** Runs a command that fills the window, sums up when it is asked to, and ends; and what it was asked. */
function createCoder() {
  const asked: ("work" | "summary" | "end")[] = [];
  const script: Script = async function* ({ conversation: { turns } }) {
    const told = JSON.stringify(turns.at(-1));
    if (/CONTEXT CHECKPOINT COMPACTION|Write a summary of this conversation/.test(told)) {
      asked.push("summary");
      yield summary;
    } else if (JSON.stringify(turns).includes(summary)) {
      asked.push("end");
      yield last;
    } else {
      asked.push("work");
      yield toolCall({ name: "exec_command", arguments: { cmd: "echo one" } });
      yield usage({ input: 90_000, output: 10 });
    }
  };
  return { script, asked };
}

/** Codex, with a window that is full after its first request. */
async function runCodex(port: number, settings: Readonly<Record<string, unknown>>) {
  const home = mkdtempSync(join(tmpdir(), "codex-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const all = {
    model: "scripted",
    model_provider: "own",
    "model_providers.own.base_url": `http://127.0.0.1:${port}/v1`,
    "model_providers.own.env_key": "OWN_KEY",
    "model_providers.own.wire_api": "responses",
    model_context_window: 100_000,
    model_auto_compact_token_limit: 50_000,
    web_search: "disabled",
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => [
    "-c",
    `${name}=${JSON.stringify(value)}`,
  ]);
  const exec = ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
  const running = runFile(codex, [...exec, ...args, "Make a file."], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, CODEX_HOME: home, OWN_KEY: key },
  });
  running.child.stdin?.end();
  return running;
}

const ways = {
  "by a request of its own": {
    "model_providers.own.name": "Own",
    "model_providers.own.supports_websockets": false,
  },
  // It asks a provider of this name for the vendor's compaction.
  "by a trigger": {
    "model_providers.own.name": "OpenAI",
    "model_providers.own.supports_websockets": false,
  },
  "over a WebSocket": {
    "model_providers.own.name": "Own",
    "model_providers.own.supports_websockets": true,
  },
};

describe("Codex, unchanged, with a conversation that fills its window", needsCodex, () => {
  it.each(Object.entries(ways))(
    "R112 compacts it %s, and goes on from there",
    { timeout: 60_000 },
    async (way, settings) => {
      const { script, asked } = createCoder();
      const formats = [responses(), messagesFormat, chatCompletionsFormat] as const;
      const { service, ledger } = serviceOf(script, { formats });
      const server = createHttpServer(service);
      let sockets = 0;
      server.on("upgrade", () => {
        sockets += 1;
      });
      const { stdout } = await runCodex(await listen(server), settings);
      expect(stdout).toContain(last);
      expect(asked).toEqual(["work", "summary", "end"]);
      expect(sockets > 0).toBe(way === "over a WebSocket");
      await expect
        .poll(() => ledger.all().map(({ state }) => state))
        .toEqual(asked.map(() => "settled"));
    },
  );
});
