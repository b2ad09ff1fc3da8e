import { once } from "node:events";
import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createMemoryKeys, createService, defineModel } from "@diglot/core";
import { needsPostgres, postgresUrl } from "@diglot/test-support/parts/postgres";
import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFile, newFolder, run, start } from "./command.js";
import { closedPort, serveService } from "./servers.js";
import { dropSchema } from "./stores.js";
import { node, runText, runTool, serveUpstream, toolFile, upstreamKey } from "./tool-calls.js";

/** A variable as a config in JSON names it. */
const variable = (name: string) => `${"$"}{${name}}`;

/** The variables of a tool on the gateway of a config, as JSON. */
async function printEnvironment(config: string, env: NodeJS.ProcessEnv): Promise<string> {
  const print = "console.log(JSON.stringify(process.env))";
  const { code, stdout, stderr } = await run(["run", "-c", config, "--", node, "-e", print], {
    env,
  });
  // It has asked for nothing.
  expect({ code }, stderr).toEqual({ code: 3 });
  return stdout;
}

describe("diglot run", () => {
  it("gives a tool both formats and every name of a model, and passes its exit code on", async () => {
    const { code, stdout, stderr } = await runTool([node, toolFile("ask")]);
    expect({ code, stdout }, stderr).toEqual({
      code: 3,
      stdout: "I am large.\nI am large.\nI am large.\n",
    });
  });

  it("says afterwards what was used, and what was lost in translation", async () => {
    const { stderr } = await runTool([node, toolFile("ask")], { args: ["--model", "small"] });
    expect(stderr).toMatch(
      /^Diglot: 3 requests to small in [\d.]+ m?s; \d+ tokens? in, \d+ out\.\n/,
    );
    expect(stderr).toContain("Lost in translation, by requests:\n  1 × dropped metadata.user_id: ");
  });

  it("keeps the time of day out of the instructions, so that a server of this machine can use its prompt cache", async () => {
    const repeating = defineModel("repeating", async function* ({ conversation }) {
      for (const block of conversation.system) if (block.type === "text") yield block.text;
    });
    const url = await serveService(createService({ models: [repeating], allowAnonymous: true }));
    const ask = `
      const messages = [
        { role: "system", content: "Current date and time: Monday, March 9, 2026 at 06:00:31 PM PDT" },
        { role: "user", content: "Hi" },
      ];
      const { OPENAI_BASE_URL: url, OPENAI_API_KEY: key } = process.env;
      const headers = { authorization: "Bearer " + key, "content-type": "application/json" };
      const body = JSON.stringify({ model: "m", messages });
      const response = await fetch(url + "/chat/completions", { method: "POST", headers, body });
      console.log((await response.json()).choices[0].message.content);`;
    const tool = [node, "--input-type=module", "-e", ask];
    const { stdout, stderr } = await run(["run", "--upstream", url, "--", ...tool]);
    expect(stdout, stderr).toBe("Current date and time: Monday, March 9, 2026\n");
    expect(stderr).toContain("1 × approximated messages.content: The time of day changes");
  });

  it("tells the tool how much its model reads, if that is known", async () => {
    const windowOf = async (members: object) => {
      const upstreams = { local: { format: "messages", baseUrl: "http://127.0.0.1:9" } };
      const models = [{ id: "local", upstream: "local", ...members }];
      const config = newFile("gateway.json", { upstreams, models });
      const print = "console.log(process.env.CLAUDE_CODE_MAX_CONTEXT_TOKENS)";
      const call = ["run", "-c", config, "--preset", "claude-code", "--", node, "-e", print];
      return (await run(call)).stdout;
    };
    expect(await windowOf({ contextWindow: 65_536 })).toBe("65536\n");
    expect(await windowOf({})).toBe("undefined\n");
  });

  it("says before which of several models it has chosen", async () => {
    const { stderr } = await runText("");
    expect(stderr).toMatch(
      /^The tool uses large, the first of 3 models; --model chooses another\.\nDiglot: /,
    );
  });

  it("says before that the server does not list the model, which may be mistyped", async () => {
    const { stderr } = await runText("", { args: ["--model", "smal"] });
    expect(stderr).toMatch(
      /^http:\S+ does not list the model smal, but 3 others; the nearest is small\.\n/,
    );
  });

  it("says that no request has arrived, and ends with a code for that unless the tool has failed", async () => {
    const args = ["--model", "small"];
    const { code, stderr } = await runText("", { args });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^Diglot: no request has arrived in [\d.]+ m?s\. The tool may have gone to its vendor: /,
    );
    expect((await runText("process.exit(4)", { args })).code).toBe(4);
    const silent = await runText("", { args: [...args, "--quiet"] });
    expect(silent).toMatchObject({ code: 3, stderr: "" });
  });

  it("takes a request to any path for a sign that the tool uses it", async () => {
    const { code, stderr } = await runText(
      'await fetch(process.env.OPENAI_BASE_URL + "/files", { method: "POST" })',
      { args: ["--model", "small"] },
    );
    expect(code).toBe(0);
    expect(stderr).toContain(
      "1 × 404: Nothing answers POST /v1/files. It belongs to the Files API,",
    );
  });

  it("refuses a tool that would go to its vendor, before it starts", async () => {
    const { code, stderr } = await run([
      "run",
      "--",
      "npx",
      "-y",
      "@google/gemini-cli",
      "-p",
      "hello",
    ]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "diglot run cannot serve Gemini CLI, so it was not started. It speaks only the Gemini API.\nQwen Code is made from it, and speaks Chat Completions.\n",
    });
  });

  it("says why requests have failed", async () => {
    const ask = `
      const { OPENAI_BASE_URL, OPENAI_API_KEY: key, OPENAI_MODEL: model } = process.env;
      const request = {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer " + key },
        body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] }),
      };
      for (const _ of [1, 2]) await fetch(OPENAI_BASE_URL + "/chat/completions", request);
    `;
    const { stderr } = await runText(ask, { args: ["--model", "broken"] });
    expect(stderr).toMatch(/^Diglot: 2 requests in /);
    expect(stderr).toMatch(/\nFailed:\n {2}2 × 503 broken at http:.* \(The upstream answered 503 /);
  });

  it("writes the same to a file, and nothing on the terminal if it is to be quiet", async () => {
    const file = join(newFolder(), "used.json");
    const args = ["--json", file, "--quiet"];
    const { stderr } = await runTool([node, toolFile("ask")], { args });
    expect(stderr).toBe("");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      requests: 3,
      models: [{ model: "large", count: 3 }],
      failures: [],
      losses: [{ count: 1, code: "dropped", field: "metadata.user_id" }],
    });
  });

  it("writes that file for its user alone, and through no link", async () => {
    const [file, link] = [join(newFolder(), "used.json"), join(newFolder(), "link.json")];
    await runText("", { args: ["--json", file, "-q"] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    symlinkSync(file, link);
    const before = readFileSync(file, "utf8");
    const { code, stderr } = await runTool([node, toolFile("ask")], {
      args: ["--json", link, "-q"],
    });
    expect({ code, file: readFileSync(file, "utf8") }).toEqual({ code: 3, file: before });
    expect(stderr).toContain(`${link}: cannot be written: it is a link`);
  });

  it("keeps the exit code of the tool if that file cannot be written", async () => {
    const file = join(newFolder(), "missing", "used.json");
    const { code, stderr } = await runText("process.exit(4)", { args: ["--json", file, "-q"] });
    expect(code).toBe(4);
    expect(stderr).toContain(`${file}: cannot be written: `);
  });

  it("keeps the keys of upstreams, and those of other services, from the tool", async () => {
    const { stdout } = await runText("console.log(JSON.stringify(process.env))", {
      env: { ANTHROPIC_API_KEY: "vendor-canary", OPENAI_API_KEY: "vendor-canary" },
    });
    expect(stdout).toContain('"ANTHROPIC_BASE_URL":"http://127.0.0.1:');
    expect(stdout).not.toContain("canary");
  });

  it("keeps from the tool what its config has read, and the same secret by another name", async () => {
    const json = newFile("diglot.config.json", {
      keys: [{ id: "me", key: variable("CALLER_KEY") }],
      admin: { credential: variable("ADMIN_SECRET:-a-credential-of-nobody") },
      upstreams: {
        vendor: { baseUrl: await serveUpstream(), apiKey: variable("VENDOR_KEY"), allModels: true },
      },
    });
    const variables = {
      ...{ CALLER_KEY: "caller-canary", ADMIN_SECRET: "an-administrators-canary" },
      ...{ VENDOR_KEY: upstreamKey, COPY_OF_VENDOR_KEY: upstreamKey },
      ...{ PGPASSWORD: "stays", EDITOR: "stays" },
    };
    const printed = await printEnvironment(json, variables);
    expect(printed).not.toMatch(/canary/);
    expect(JSON.parse(printed)).toMatchObject({ PGPASSWORD: "stays", EDITOR: "stays" });
  });

  it(
    "keeps from the tool the password that the driver of a database reads",
    needsPostgres,
    async () => {
      const schema = "cli_run_password";
      onTestFinished(() => dropSchema(schema));
      const config = newFile("diglot.config.json", {
        ...{
          keys: [{ id: "me", key: "sk-caller-0123" }],
          models: [{ id: "echo", embedded: "echo" }],
        },
        store: { type: "postgres", url: postgresUrl(), schema },
      });
      const { PGPASSWORD = "canary-of-a-password" } = process.env;
      expect(JSON.parse(await printEnvironment(config, { PGPASSWORD }))).not.toHaveProperty(
        "PGPASSWORD",
      );
    },
  );

  it("ends after the tool, not when the config lets requests end that are still running", async () => {
    const asked = deferred();
    const mute = defineModel("mute", async function* ({ signal }) {
      asked.resolve();
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      yield "never";
    });
    const keys = createMemoryKeys([{ key: upstreamKey }]);
    const upstream = await serveService(createService({ models: [mute], keys }));
    const ask = `
      const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
      const headers = { "content-type": "application/json", authorization: "Bearer " + OPENAI_API_KEY };
      const body = JSON.stringify({ model: "mute", messages: [{ role: "user", content: "Hi" }] });
      await fetch(OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers, body });
    `;
    const text = `
      import { spawn } from "node:child_process";
      const call = ["--input-type=module", "-e", ${JSON.stringify(ask)}];
      spawn(process.execPath, call, { detached: true, stdio: "ignore" }).unref();
      process.stdin.resume().once("end", () => process.exit(3));
    `;
    const config = newFile("diglot.config.json", {
      ...{ drainTimeout: 3_600_000, keys: [{ id: "me", key: "sk-caller-0123" }] },
      upstreams: { far: { baseUrl: upstream, apiKey: upstreamKey, allModels: true } },
    });
    const args = ["run", "-c", config, "--", node, "--input-type=module", "-e", text];
    const running = start(args, { stdin: "pipe" });
    await asked.promise;
    const exit = once(running.child, "exit");
    running.child.stdin?.end();
    expect(await exit).toEqual([3, null]);
  });

  it.each([
    ["reads", "const { VENDOR_KEY } = process.env;"],
    ["imports", 'import { env } from "node:process"; const { VENDOR_KEY } = env;'],
    [
      "sets, as from a file",
      'process.env.VENDOR_KEY = "another-canary"; const { VENDOR_KEY } = process.env;',
    ],
    ["reads in a file of its own", 'import { VENDOR_KEY } from "./key.mjs";'],
  ])("keeps from the tool what a config in JavaScript %s", async (_title, head) => {
    const config = newFile(
      "diglot.config.mjs",
      `${head} export default {
        keys: [{ id: "me", key: VENDOR_KEY + "-of-mine" }],
        models: [{ id: "echo", embedded: "echo" }],
      };`,
    );
    const key = "export const { VENDOR_KEY } = process.env;";
    writeFileSync(join(dirname(config), "key.mjs"), key);
    const printed = await printEnvironment(config, {
      VENDOR_KEY: "vendor-canary",
      EDITOR: "stays",
    });
    expect(printed).not.toMatch(/canary/);
    expect(printed).toMatch(/"EDITOR":"stays"/);
  });

  it("ends as the shell says it if a signal has ended the tool", async () => {
    const { code } = await runText("process.kill(process.pid, 'SIGKILL')");
    expect(code).toBe(137);
  });

  it("says that there is no such command", async () => {
    const { code, stdout, stderr } = await runTool(["no-such-tool"], { args: ["-m", "small"] });
    expect({ code, stdout }).toEqual({ code: 127, stdout: "" });
    expect(stderr).toMatch(/^The command "no-such-tool" was not found\.\n.*npx/);
  });

  it("says that a file may not be run", async () => {
    const file = newFile("tool.sh", "#!/bin/sh\n");
    const { code, stderr } = await runTool([file], { args: ["-m", "small"] });
    expect(code).toBe(126);
    expect(stderr).toContain("may not be run by this user.");
  });

  it("does not start the tool if the server cannot be reached", async () => {
    const upstream = `http://127.0.0.1:${await closedPort()}`;
    const { code, stdout, stderr } = await run(["run", "-u", upstream, "--", "echo", "started"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Nothing listens at");
  });

  it("serves the embedded models without a server", async () => {
    const { code, stdout, stderr } = await run(["run", "-m", "echo", "--", node, toolFile("ask")]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^The tool uses echo, a toy; --upstream names a server of models\.\n/);
    expect(stdout).toBe("Hi\nHi\nHi\n");
  });
});

describe("diglot run --config", () => {
  it("serves what a file describes, on a port and with a key of the tool's own", async () => {
    const config = newFile("diglot.config.json", {
      port: 1,
      keys: [{ key: "sk-another-one", id: "other" }],
      models: [{ id: "mine", embedded: "echo", aliases: ["*"] }],
    });
    const { code, stdout, stderr } = await run(["run", "-c", config, "--", node, toolFile("ask")]);
    expect({ code, stdout }, stderr).toEqual({ code: 3, stdout: "Hi\nHi\nHi\n" });
    expect(stderr).toContain("3 requests to mine");
  });

  it("names the mistakes of a file", async () => {
    const config = newFile("diglot.config.json", { models: [{ id: "mine", embeded: "echo" }] });
    const { code, stderr } = await run(["run", "-c", config, "--", "echo"]);
    expect(code).toBe(2);
    expect(stderr).toContain("models[0]");
  });

  it("excludes --upstream", async () => {
    const { code, stderr } = await run(["run", "-c", "x.json", "-u", "http://x", "--", "echo"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--config and --upstream exclude each other.");
  });
});

describe("a preset of diglot run", () => {
  it("is found by the command, and its arguments come before the user's", async () => {
    const folder = newFolder();
    const file = join(folder, "qwen");
    writeFileSync(file, `#!${node}\nconsole.log(process.argv.slice(2).join(" "));\n`);
    chmodSync(file, 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = await runTool(["qwen", "-p", "hello"], { env });
    expect(stdout).toBe("--auth-type openai --model large -p hello\n");
  });

  it("has a folder that only this user can read, and that is removed afterwards", async () => {
    const TMPDIR = newFolder();
    const text = `
      import { readFileSync, statSync } from "node:fs";
      import { dirname } from "node:path";
      const file = process.env.CLINE_PROVIDER_SETTINGS_PATH;
      console.log(JSON.parse(readFileSync(file, "utf8")).lastUsedProvider);
      console.log((statSync(dirname(file)).mode & 0o777).toString(8));
    `;
    const { stdout } = await runText(text, { args: ["--preset", "cline"], env: { TMPDIR } });
    expect(stdout).toBe("openai-compatible\n700\n");
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it("ends what the tool has left running", async () => {
    const text = `
      import { spawn } from "node:child_process";
      import { writeFileSync } from "node:fs";
      const forever = ["-e", "setInterval(() => undefined, 1_000)"];
      const hub = spawn(process.execPath, forever, { detached: true, stdio: "ignore" });
      hub.unref();
      writeFileSync(process.env.CLINE_HUB_DISCOVERY_PATH, JSON.stringify({ pid: hub.pid }));
      console.log(hub.pid);
    `;
    const { stdout } = await runText(text, { args: ["--preset", "cline"] });
    const pid = Number(stdout);
    expect(pid).toBeGreaterThan(1);
    expect(() => process.kill(pid, "SIGKILL")).toThrow("ESRCH");
  });

  it("is named if it does not exist", async () => {
    const { code, stderr } = await runTool(["echo"], { args: ["--preset", "clod"] });
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no preset "clod"\.\nThere are: claude-code, /);
  });
});
