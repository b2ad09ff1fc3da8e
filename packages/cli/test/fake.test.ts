import { createServer } from "node:http";
import { listen } from "@diglot/test-support/servers";
import { describe, expect, it } from "vitest";
import { type Ended, newFile, run, start } from "./command.js";

/** Serves a script for one client, and ends. */
async function serve(
  script: string,
  ask: (url: string) => Promise<void>,
  args: readonly string[] = [],
): Promise<Ended> {
  const { untilWritten, end, stdout, stderr } = start(["fake", script, ...args]);
  const written = await untilWritten(/\n/);
  await ask(/http:\S+/.exec(written)?.[0] ?? "");
  const [code] = await end("SIGTERM");
  return { code, stdout: stdout(), stderr: stderr() };
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

describe("diglot fake", () => {
  it("serves the turns of a JSON file, and ends with 0 if all were used", async () => {
    const said: string[] = [];
    const ended = await serve(newFile("script.json", ["One", { text: "Two" }]), async (url) => {
      said.push(await say(url), await say(url));
    });
    expect(said).toEqual(["One", "Two"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("serves a module that is given the fake, also one in TypeScript", async () => {
    const script = newFile(
      "script.ts",
      'export default (fake: { when: Function }) => fake.when({ user: "Hello" }, async function* () { yield "Hi"; });',
    );
    const { code } = await serve(script, async (url) => {
      expect([await say(url), await say(url)]).toEqual(["Hi", "Hi"]);
    });
    expect(code).toBe(0);
  });

  it("ends with 1 and says why if a turn was not used, or a request was unexpected", async () => {
    const unused = await serve(newFile("unused.json", ["One"]), async () => undefined);
    expect(unused.code).toBe(1);
    expect(unused.stderr).toContain("One");
    const unexpected = await serve(newFile("empty.json", "[]"), async (url) => {
      expect(await say(url)).toContain("Unexpected request");
    });
    expect(unexpected.code).toBe(1);
    expect(unexpected.stderr).toContain('user: text "Hello"');
  });

  it("takes only the keys that it was given", async () => {
    const ask = async (url: string) => {
      expect(await say(url, "sk-other")).toContain("Incorrect API key");
      expect(await say(url, "sk-mine")).toBe("One");
      expect(await say(url, "sk-yours")).toBe("Two");
    };
    const keys = ["--key", "sk-mine", "--key", "sk-yours"];
    const { code } = await serve(newFile("keys.json", ["One", "Two"]), ask, keys);
    expect(code).toBe(0);
  });

  it("shows the calls on a page if it is asked to", async () => {
    const running = start(["fake", newFile("shown.json", ["One"]), "--inspect"]);
    const written = await running.untilWritten(/shown at .*\n/);
    const [url = "", page = ""] = written.match(/http:\S+/g) ?? [];
    await say(url);
    const { hash, origin } = new URL(page);
    const answer = await fetch(`${origin}/inspector/requests`, {
      headers: { "x-api-key": hash.replace("#credential=", "") },
    });
    expect(await answer.json()).toMatchObject({ requests: [{ state: "answered" }], notes: [] });
    expect(await running.end("SIGTERM")).toEqual([0, null]);
  });

  it("says that its port is in use, also if a page was opened", async () => {
    const port = String(await listen(createServer()));
    const script = newFile("script.json", ["One"]);
    const { code, stderr } = await run(["fake", script, "--port", port, "--inspect"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use.`);
  });

  it.each([
    ["nowhere.json", undefined, /nowhere\.json does not exist\./],
    ["text.json", "One", /text\.json cannot be used: .*JSON/],
    ["object.json", "{}", /object\.json has no script\.\nA script is a list of turns/],
    [
      "wrong.json",
      '["One", { "txt": "Two" }]',
      /"script\[1\]\.txt" is not an option; did you mean "script\[1\]\.text"\?/,
    ],
    ["throwing.mjs", 'throw new Error("no such city");', /throwing\.mjs cannot .*: no such city/],
  ])("ends with 2 for %s, and says what is wrong", async (name, content, message) => {
    const script = content === undefined ? name : newFile(name, content);
    const { code, stdout, stderr } = await run(["fake", script]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});
