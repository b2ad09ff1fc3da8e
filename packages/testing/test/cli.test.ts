import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineModel } from "@diglot/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFake } from "../src/fake/create-fake.js";

const program = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const limit = 60_000;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "diglot-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

interface Run {
  readonly child: ChildProcess;
  /** Resolves with the first line of the output. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<{ code: number | null; output: string; errorOutput: string }>;
}

function run(...words: readonly string[]): Run {
  const child = spawn(process.execPath, [program, ...words]);
  let output = "";
  let errorOutput = "";
  child.stderr.on("data", (bytes) => {
    errorOutput += bytes;
  });
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on("data", (bytes) => {
      output += bytes;
      if (output.includes("\n")) resolve(output.slice(0, output.indexOf("\n")));
    });
  });
  const ended = new Promise<{ code: number | null; output: string; errorOutput: string }>(
    (resolve) => child.on("close", (code) => resolve({ code, output, errorOutput })),
  );
  return { child, firstLine, ended };
}

/** Serves a script for one client and ends. */
async function serve(path: string, ask: (url: string) => Promise<void>, ...words: string[]) {
  const { child, firstLine, ended } = run(path, ...words);
  const url = /http:\S+/.exec(await firstLine)?.[0] ?? "";
  await ask(url);
  child.kill("SIGTERM");
  return ended;
}

async function say(url: string, key = "sk-test"): Promise<string> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "any", messages: [{ role: "user", content: "Hello" }] }),
  });
  const { choices, error } = (await answer.json()) as {
    choices?: { message: { content: string } }[];
    error?: { message: string };
  };
  return choices?.[0]?.message.content ?? error?.message ?? "";
}

describe("the command that serves a script", () => {
  const said: string[] = [];

  it(
    "serves the turns of a JSON file, and ends with 0 if all were used",
    async () => {
      const path = await file("script.json", '["One", { "text": "Two" }]');
      const { code, errorOutput } = await serve(path, async (url) => {
        said.push(await say(url), await say(url));
      });
      expect({ said, code, errorOutput }).toEqual({
        said: ["One", "Two"],
        code: 0,
        errorOutput: "",
      });
    },
    limit,
  );

  it(
    "serves a module that is given the fake",
    async () => {
      const path = await file(
        "script.mjs",
        'export default (fake) => fake.when({ user: "Hello" }, async function* () { yield "Hi"; });',
      );
      const { code } = await serve(path, async (url) => {
        expect([await say(url), await say(url)]).toEqual(["Hi", "Hi"]);
      });
      expect(code).toBe(0);
    },
    limit,
  );

  it(
    "ends with 1 and says why if a turn was not used, or a request was unexpected",
    async () => {
      const unused = await serve(await file("unused.json", '["One"]'), async () => undefined);
      expect(unused.code).toBe(1);
      expect(unused.errorOutput).toContain("One");
      const unexpected = await serve(await file("empty.json", "[]"), async (url) => {
        expect(await say(url)).toContain("Unexpected request");
      });
      expect(unexpected.code).toBe(1);
      expect(unexpected.errorOutput).toContain('user: text "Hello"');
    },
    limit,
  );

  it(
    "takes only the keys that it was given",
    async () => {
      const path = await file("keys.json", '["One"]');
      const { code } = await serve(
        path,
        async (url) => {
          expect(await say(url, "sk-other")).toContain("Incorrect API key");
          expect(await say(url, "sk-mine")).toBe("One");
        },
        "--key",
        "sk-mine",
      );
      expect(code).toBe(0);
    },
    limit,
  );

  it.each([
    ["a script that is not there", ["nowhere.json"], "nowhere.json"],
    ["an invalid port", ["script.json", "--port", "x"], "--port"],
    ["a word too many", ["script.json", "other.json"], "other.json"],
    ["an option that it does not know", ["script.json", "--loud"], "--loud"],
  ])("ends with 2 for %s", async (_name, words, part) => {
    const { code, errorOutput } = await run(...words).ended;
    expect(code).toBe(2);
    expect(errorOutput).toContain(part);
  });

  it("names the turn and the member at fault in a script", async () => {
    const path = await file("wrong.json", '["One", { "txt": "Two" }]');
    const { code, errorOutput } = await run(path).ended;
    expect(code).toBe(2);
    expect(errorOutput).toMatch(
      /wrong\.json: "script\[1\]\.txt" is not an option; did you mean "script\[1\]\.text"\?/,
    );
  });

  it("names the module of a script that throws", async () => {
    const path = await file("throwing.mjs", 'throw new Error("no such city");');
    const { code, errorOutput } = await run(path).ended;
    expect(code).toBe(2);
    expect(errorOutput).toMatch(/throwing\.mjs cannot be loaded: no such city/);
  });
});

describe("the command that holds a server to the requirements", () => {
  it(
    "prints a table, writes the report, and ends with 1 if something failed",
    async () => {
      const model = defineModel("any", async function* () {
        yield "Hello";
      });
      const listener = await createFake({ keys: ["sk-mine"], models: ["any"], model }).listen();
      const report = join(folder, "report.json");
      try {
        const words = ["--key", "sk-mine", "--model", "any", "--format", "chat-completions"];
        const good = await run("conformance", listener.url, ...words, "--json", report).ended;
        const { failed, results } = JSON.parse(await readFile(report, "utf8"));
        expect({ failed, errorOutput: good.errorOutput }).toEqual({ failed: 0, errorOutput: "" });
        expect(results.length).toBeGreaterThan(50);
        expect(good.output).toContain("Streams");
        expect(good.code).toBe(0);
        const bad = await run("conformance", listener.url, ...words, "--key", "sk-wrong").ended;
        expect(bad.code).toBe(1);
      } finally {
        await listener.close();
      }
    },
    limit,
  );

  it("ends with 2 for a server that is not there", async () => {
    const { code, errorOutput } = await run("conformance", "http://127.0.0.1:1").ended;
    expect(code).toBe(2);
    expect(errorOutput).toContain("127.0.0.1:1");
  });

  it("prints its usage", async () => {
    const { code, output } = await run("--help").ended;
    expect(code).toBe(0);
    expect(output).toContain("npx @diglot/testing conformance <url>");
  });
});
