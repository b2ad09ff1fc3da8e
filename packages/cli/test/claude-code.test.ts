import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCode, needsClaudeCode } from "@diglot/test-support/parts/claude-code";
import { createFake, type Fake } from "@diglot/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder, run } from "./command.js";
import { startSearch } from "./search-server.js";

const upstreamKey = "upstream-canary";

/** A stand-in for a model on this machine that makes a file with a command, then says what is in it. */
function createStandIn(): Fake {
  const command = "echo from-the-shell > made.txt && cat made.txt";
  return createFake({ profile: "lenient", keys: [upstreamKey], models: ["local-coder"] })
    .when({ tools: "Bash" }, { toolCalls: [{ name: "Bash", arguments: { command } }] })
    .when({ toolResult: { name: "Bash", text: "from-the-shell" } }, "It says from-the-shell.");
}

describe("Claude Code", needsClaudeCode, () => {
  it("runs its tool loop on a server that speaks Chat Completions", {
    timeout: 60_000,
  }, async () => {
    const fake = createStandIn();
    const { url, close } = await fake.listen();
    onTestFinished(close);
    const cwd = newFolder();
    const prompt = ["-p", "Make a file.", "--allowedTools", "Bash"];
    const { code, stdout, stderr } = await run(
      ["run", "--upstream", url, "--", claudeCode, ...prompt],
      { cwd, env: { HOME: newFolder(), DIGLOT_UPSTREAM_KEY: upstreamKey } },
    );
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: "It says from-the-shell.\n" });
    expect(readFileSync(join(cwd, "made.txt"), "utf8")).toBe("from-the-shell\n");
    expect(stderr).toContain("Diglot: 2 requests to local-coder in ");
    expect(fake.calls.at(-1)?.request.path).toBe("/v1/chat/completions");
  });

  it("searches the web on a server whose models cannot", { timeout: 60_000 }, async () => {
    const query = "height of K2";
    const fake = createFake({ profile: "lenient", keys: [upstreamKey], models: ["local-coder"] })
      .when({ tools: "WebSearch" }, { toolCalls: [{ name: "WebSearch", arguments: { query } }] })
      .when({ tools: "web_search" }, { toolCalls: [{ name: "web_search", arguments: { query } }] })
      .when(
        { toolResult: { name: "web_search", text: "8,611" } },
        "[K2](https://peaks.example/k2) is 8,611 m high.",
      )
      .when({ toolResult: { name: "WebSearch", text: "8,611" } }, "I have found 8,611 m.");
    const { url, close } = await fake.listen();
    onTestFinished(close);
    const search = await startSearch();
    const prompt = ["-p", "How high is K2?", "--allowedTools", "WebSearch"];
    const { code, stdout, stderr } = await run(
      ["run", "--upstream", url, "--search", search.url, "--", claudeCode, ...prompt],
      { cwd: newFolder(), env: { HOME: newFolder(), DIGLOT_UPSTREAM_KEY: upstreamKey } },
    );
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: "I have found 8,611 m.\n" });
    expect(search.queries).toEqual([query]);
  });

  it("asks for no more tokens than a small context window has room for", {
    timeout: 60_000,
  }, async () => {
    const fake = createStandIn();
    const { url, close } = await fake.listen();
    onTestFinished(close);
    const cwd = newFolder();
    const config = join(cwd, "gateway.json");
    const local = { format: "chat-completions", baseUrl: `${url}/v1`, apiKey: upstreamKey };
    const models = [{ id: "local-coder", upstream: "local", contextWindow: 65_536 }];
    writeFileSync(config, JSON.stringify({ upstreams: { local }, models }));
    const prompt = ["-p", "Make a file.", "--allowedTools", "Bash"];
    const { code, stderr } = await run(["run", "--config", config, "--", claudeCode, ...prompt], {
      cwd,
      env: { HOME: newFolder() },
    });
    expect(code, stderr).toBe(0);
    expect(fake.calls.at(-1)?.request.body).toMatchObject({ max_tokens: 16_384 });
  });
});
