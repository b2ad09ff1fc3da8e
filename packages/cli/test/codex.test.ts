import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex, needsCodex } from "@diglot/test-support/parts/codex";
import { createFake } from "@diglot/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder, run } from "./command.js";
import { startSearch } from "./search-server.js";

const upstreamKey = "upstream-canary";

/** A stand-in for a model on this machine that makes a file with a command, then says what is in it. */
async function startStandIn() {
  const cmd = "echo from-the-shell > made.txt && cat made.txt";
  const fake = createFake({ profile: "lenient", keys: [upstreamKey], models: ["local-coder"] })
    .when({ tools: "exec_command" }, { toolCalls: [{ name: "exec_command", arguments: { cmd } }] })
    .when(
      { toolResult: { name: "exec_command", text: "from-the-shell" } },
      "It says from-the-shell.",
    );
  const { url, close } = await fake.listen();
  onTestFinished(close);
  return { fake, url };
}

const formats = [
  ["messages", "/v1/messages"],
  ["chat-completions", "/v1/chat/completions"],
] as const;

describe("Codex", needsCodex, () => {
  it.each(formats)(
    "R111 runs its tool loop, unchanged, on a server that speaks %s",
    {
      timeout: 60_000,
    },
    async (format, path) => {
      const { fake, url } = await startStandIn();
      const cwd = newFolder();
      const config = join(cwd, "gateway.json");
      const upstreams = { local: { format, baseUrl: `${url}/v1`, apiKey: upstreamKey } };
      const models = [{ id: "local-coder", upstream: "local", contextWindow: 65_536 }];
      writeFileSync(config, JSON.stringify({ upstreams, models }));
      const home = newFolder();
      const call = [
        codex,
        "exec",
        "--skip-git-repo-check",
        "--dangerously-bypass-approvals-and-sandbox",
        "Make a file.",
      ];
      const { code, stdout, stderr } = await run(["run", "--config", config, "--", ...call], {
        cwd,
        env: { HOME: home, CODEX_HOME: home },
      });
      expect(code, stderr).toBe(0);
      expect(stdout).toContain("It says from-the-shell.");
      expect(readFileSync(join(cwd, "made.txt"), "utf8")).toBe("from-the-shell\n");
      expect(stderr).toContain("Diglot: 2 requests to local-coder in ");
      expect(fake.calls.at(-1)?.request.path).toBe(path);
    },
  );

  it("searches the web on a server whose models cannot", { timeout: 60_000 }, async () => {
    const query = "height of K2";
    const fake = createFake({ profile: "lenient", keys: [upstreamKey], models: ["local-coder"] })
      .when({ tools: "web_search" }, { toolCalls: [{ name: "web_search", arguments: { query } }] })
      .when({ toolResult: { name: "web_search", text: "8,611" } }, "I have found 8,611 m.");
    const { url, close } = await fake.listen();
    onTestFinished(close);
    const search = await startSearch();
    const cwd = newFolder();
    const config = join(cwd, "gateway.json");
    const serverTools = { webSearch: { searxng: search.url } };
    const format = "chat-completions";
    const upstreams = {
      local: { format, baseUrl: `${url}/v1`, apiKey: upstreamKey, serverTools },
    };
    const models = [{ id: "local-coder", upstream: "local" }];
    writeFileSync(config, JSON.stringify({ upstreams, models }));
    const home = newFolder();
    const call = [codex, "exec", "--skip-git-repo-check", "How high is K2?"];
    const { code, stdout, stderr } = await run(["run", "--config", config, "--", ...call], {
      cwd,
      env: { HOME: home, CODEX_HOME: home },
    });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("I have found 8,611 m.");
    expect(search.queries).toEqual([query]);
  });
});
