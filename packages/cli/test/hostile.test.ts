import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../src/program.js";
import { newFile, newFolder, type Running, run, runUnchecked, start } from "./command.js";
import { commandsIn, hostile, requestHostilePath, serveHostile } from "./hostile.js";

const node = process.execPath;

/** What a request to a model holds that a caller has written. */
const body = JSON.stringify({
  model: `m${hostile}`,
  max_tokens: 5,
  messages: [{ role: "user", content: hostile }],
});
const ask = `
  const { OPENAI_BASE_URL, OPENAI_API_KEY: key, OPENAI_MODEL } = process.env;
  const headers = { "content-type": "application/json", authorization: "Bearer " + key };
  for (const model of [OPENAI_MODEL, "unknown"]) {
    const body = { model, messages: [{ role: "user", content: "Hi" }] };
    await fetch(OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers, body: JSON.stringify(body) });
  }
`;

/** The arguments of each command that asks a server and ends by itself. */
const calls: Readonly<Record<string, (server: string) => readonly string[]>> = {
  run: (url) => ["-u", url, "--", node, "--input-type=module", "-e", ask],
  doctor: (url) => ["-u", url, "--model", `m${hostile}`, "--skip-long-input"],
  status: (url) => ["--url", url],
  "keys list": (url) => ["--url", url],
  "keys show": (url) => ["k", "--url", url],
  "keys create": (url) => ["--account", "a", "--url", url],
  "keys change": (url) => ["k", "--url", url],
  "keys rotate": (url) => ["k", "--url", url],
  "keys revoke": (url) => ["k", "--yes", "--url", url],
  "limits set": (url) => ["a", "--requests-per-minute", "5", "--url", url],
  "limits remove": (url) => ["a", "--url", url],
  "credit show": (url) => ["a", "--url", url],
  "credit add": (url) => ["a", "5", "--note", "n", "--url", url],
  "budgets show": (url) => ["--account", "a", "--url", url],
  "budgets set": (url) => ["day", "5", "--account", "a", "--url", url],
  "budgets remove": (url) => ["day", "--account", "a", "--url", url],
  usage: (url) => ["--by", "day,model,key,account", "--url", url],
  conformance: (url) => [url],
};

/** The commands that serve until they are stopped, the one whose output is data, and those that ask nobody. */
const others = [
  ...["diglot", "serve", "fake", "export", "init", "import"],
  ...["prices", "completion", "complete"],
];

describe("a server whose every text is hostile", () => {
  it.each(Object.keys(calls))("commands no terminal through `diglot %s`", async (name) => {
    const toArguments = calls[name] ?? (() => []);
    for (const status of [undefined, 400]) {
      const server = await serveHostile(status);
      const { stdout, stderr } = await run([...name.split(" "), ...toArguments(server)]);
      expect(stdout + stderr).not.toBe("");
      expect({ status, found: commandsIn(stdout + stderr) }).toEqual({ status, found: [] });
    }
  });

  it.each(["doctor", "status", "keys show", "usage", "conformance"])(
    "commands no terminal through `diglot %s --json`",
    async (name) => {
      const toArguments = calls[name] ?? (() => []);
      const server = await serveHostile();
      const words = [...name.split(" "), "--json", ...toArguments(server)];
      const { stdout, stderr } = await runUnchecked(words);
      expect(commandsIn(stdout + stderr)).toEqual([]);
    },
  );

  it("commands no terminal through the reports that are written into files", async () => {
    const [server, folder] = [await serveHostile(), newFolder()];
    const [used, report] = [join(folder, "used.json"), join(folder, "report.json")];
    await run(["run", "--json", used, ...(calls.run?.(server) ?? [])]);
    await run(["conformance", server, "--report", report, "--model", "m"]);
    const files = [used, report].map((file) => readFileSync(file, "utf8"));
    expect(files.flatMap(commandsIn)).toEqual([]);
  });

  it("commands no terminal through the end of an export", async () => {
    const { stderr } = await run(["export", "--url", await serveHostile()]);
    expect(stderr).toContain("next");
    expect(commandsIn(stderr)).toEqual([]);
  });

  it("is tried with every command there is", () => {
    const names = listLeaves(createProgram()).map((words) => words.slice(1).join(" ") || "diglot");
    expect(names.sort()).toEqual([...Object.keys(calls), ...others].sort());
  });
});

describe("callers whose every text is hostile", () => {
  it.each(["pretty", "json"])(
    "command no terminal through the log of `diglot`, %s",
    async (log) => {
      const running = start(["--port", "0", "-u", await serveHostile(), "--log", log]);
      const welcome = await running.untilWritten(/\/v1\/usage/);
      const [, key = ""] = /Key\s+(\S+)/.exec(welcome) ?? [];
      await sendAll(welcome, key);
      await stop(running, 3);
    },
  );

  it.each(["pretty", "json"])("command no terminal through the log of `serve`, %s", async (log) => {
    const key = "sk-gateway-0123456789";
    const config = newFile("diglot.config.json", {
      port: 0,
      keys: [{ id: "me", key }],
      upstreams: { hostile: { baseUrl: await serveHostile(), allModels: true } },
      models: [{ id: "m", upstream: "hostile", aliases: ["*"] }],
    });
    const running = start(["serve", "--config", config, "--log", log]);
    const written = await running.untilWritten(/listening.*\n/);
    await sendAll(written, key);
    await stop(running, 3);
  });

  it("command no terminal through the report of a fake", async () => {
    const running = start(["fake", newFile("script.json", [{ text: "Hi" }])]);
    const written = await running.untilWritten(/served at .*\n/);
    await sendAll(written, "k");
    await stop(running, 1);
  });
});

describe("a config whose every text is hostile", () => {
  it("commands no terminal through its mistakes", async () => {
    const config = newFile("diglot.config.json", {
      [hostile]: hostile,
      host: hostile,
      keys: [{ id: hostile, key: hostile }],
      upstreams: { [hostile]: { baseUrl: hostile, format: hostile } },
      models: [{ id: hostile, upstream: `other${hostile}`, embedded: hostile }],
    });
    const { code, stdout, stderr } = await run(["serve", "--check", "--config", config]);
    expect(code).toBe(2);
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });

  it("commands no terminal through what it throws", async () => {
    const thrown = `throw new Error(${JSON.stringify(hostile)})`;
    const { code, stderr } = await run(["serve", "-c", newFile("diglot.config.mjs", thrown)]);
    expect(code).toBe(2);
    expect(commandsIn(stderr)).toEqual([]);
  });

  it("commands no terminal through the words of a command line", async () => {
    const { stderr } = await run([hostile]);
    expect(stderr).toContain("unknown command");
    expect(commandsIn(stderr).filter((found) => !found.startsWith("FORGED"))).toEqual([]);
  });
});

/** The paths of all commands that do something, the program's own among them. */
function listLeaves(command: Command): readonly (readonly string[])[] {
  const below = command.commands.flatMap(listLeaves).map((words) => [command.name(), ...words]);
  const isRoot = command.parent === null;
  return isRoot || below.length === 0 ? [[command.name()], ...below] : below;
}

/** Sends requests with a hostile path, model and prompt to the address that was written. */
async function sendAll(written: string, key: string): Promise<void> {
  const [url = ""] = /http:\/\/127[^\s"/]*/.exec(written) ?? [];
  await requestHostilePath(url);
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
  for (const secret of [key, `${key}wrong`]) {
    const init = { method: "POST", headers: { ...headers, "x-api-key": secret }, body };
    await (await fetch(`${url}/v1/messages`, init)).text();
  }
}

/** Stops a command; by then it has written at least so many lines, none of which commands a terminal. */
async function stop({ end, stdout, stderr }: Running, lines: number): Promise<void> {
  await end("SIGTERM");
  const written = stdout() + stderr();
  expect(written.split("\n").length).toBeGreaterThan(lines);
  expect(commandsIn(written)).toEqual([]);
}
