import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, readPage, root } from "./documents.js";

const readme = readPage("README.md");

function blockOf(language: string, containing: string): string {
  const block = blocksOf(readme).find(
    ({ language: own, code }) => own === language && code.includes(containing),
  );
  if (!block) throw new Error(`README.md has no ${language} block with "${containing}".`);
  return block.code;
}

/** What a `curl` command with single-quoted arguments would send. */
function toRequest(command: string): { readonly url: URL; readonly init: RequestInit } {
  const headers = [...command.matchAll(/-H '([^']+): ([^']+)'/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const url = new URL(/curl (\S+)/.exec(command)?.[1] ?? "");
  return { url, init: { method: "POST", headers, body: /-d '([^']+)'/.exec(command)?.[1] ?? "" } };
}

const withoutId = (json: string) => json.replace(/"id":"msg_[^"]+"/, '"id":"…"').trim();

describe("the program of the README", () => {
  const program = blockOf("js", "createHttpServer");
  let child: ChildProcess;
  let port = "";

  beforeAll(async () => {
    child = spawn(process.execPath, ["--input-type=module", "-"], {
      cwd: resolve(import.meta.dirname, "../.."),
      env: { ...process.env, PORT: "0" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin?.end(program);
    const [line] = await once(child.stdout!, "data");
    port = /port: (\d+)/.exec(String(line))?.[1] ?? "";
  });

  afterAll(() => {
    child.kill();
  });

  it("is the quickstart example", () => {
    expect(program).toBe(readFileSync(join(root, "examples/quickstart/server.mjs"), "utf8"));
  });

  it("has 12 to 20 lines", () => {
    const lines = program.split("\n").filter((line) => line !== "").length;
    expect(lines).toBeGreaterThanOrEqual(12);
    expect(lines).toBeLessThanOrEqual(20);
  });

  it("gives the answer that the README shows to the curl that the README shows", async () => {
    const { url, init } = toRequest(blockOf("sh", "curl"));
    expect(url.port).toBe("8787");
    url.port = port;
    const response = await fetch(url, init);
    expect(response.status).toBe(200);
    expect(withoutId(await response.text())).toBe(withoutId(blockOf("json", "You said")));
  });

  it("answers in the other format, too", async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer local-secret" },
      body: JSON.stringify({ model: "parrot", messages: [{ role: "user", content: "hello" }] }),
    });
    const completion = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(completion.choices[0]?.message.content).toBe("You said: hello");
  });
});
