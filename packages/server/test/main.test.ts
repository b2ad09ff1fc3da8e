import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const run = promisify(execFile);
const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "diglot-server-"));
let files = 0;
const newFile = () => join(folder, `${files++}.sqlite`);

interface Started {
  readonly child: ChildProcess;
  readonly welcome: string;
  readonly commands: readonly string[];
  readonly errors: () => string;
}

async function start(variables: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: "0", DIGLOT_DATABASE: newFile(), ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  let welcome = "";
  for await (const text of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    welcome += text;
    if (welcome.endsWith("\n\n") && welcome.includes("/v1/usage")) break;
  }
  const commands = welcome.split("\n").filter((line) => line.startsWith("curl "));
  return { child, welcome, commands, errors: () => errors };
}

async function paste(command: string | undefined): Promise<string> {
  const { stdout } = await run("bash", ["-c", command ?? "false"]);
  return stdout;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the server", () => {
  it("prints commands that work when they are pasted", async () => {
    const { commands, errors } = await start();
    expect(commands).toHaveLength(3);
    const message = JSON.parse(await paste(commands[0]));
    expect(message).toMatchObject({
      type: "message",
      model: "eliza",
      content: [{ type: "text", text: "I am sorry to hear that you are unhappy." }],
    });
    const stream = await paste(commands[1]);
    expect(stream).toContain('"object":"chat.completion.chunk"');
    expect(stream).toContain('"content":"family."');
    expect(stream.trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(errors()).toBe("");
  });

  it("takes the key of the environment and no other", async () => {
    const { commands, welcome } = await start({ DIGLOT_KEY: "it's-my-own-key" });
    expect(welcome).toContain("it's-my-own-key");
    expect(JSON.parse(await paste(commands[0]))).toMatchObject({ type: "message" });
    const refused = await paste(commands[0]?.replace("my-own", "another"));
    expect(JSON.parse(refused)).toMatchObject({ error: { type: "authentication_error" } });
  });

  it("still has its ledger after a restart, and after it was killed", async () => {
    const DIGLOT_DATABASE = newFile();
    for (const [starts, signal] of (["SIGTERM", "SIGKILL", "SIGTERM"] as const).entries()) {
      const { child, commands } = await start({ DIGLOT_DATABASE });
      await paste(commands[0]);
      const exit = once(child, "exit");
      const usage = JSON.parse(await paste(commands[2]));
      expect(usage).toMatchObject({ data: [{ model: "eliza", attempts: starts + 1 }] });
      child.kill(signal);
      await exit;
    }
  });

  it("has admin endpoints only with a key of their own", async () => {
    const adminKey = "an-admin-key-of-mine";
    for (const [DIGLOT_ADMIN_KEY, status] of [
      ["", 404],
      [adminKey, 200],
    ] as const) {
      const { commands } = await start({ DIGLOT_ADMIN_KEY });
      const [origin = ""] = /http:\/\/[^/]+/.exec(commands[0] ?? "") ?? [];
      const headers = { authorization: `Bearer ${adminKey}` };
      expect(await fetch(`${origin}/admin/keys`, { headers })).toMatchObject({ status });
    }
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends with code 0 on %s", async (signal) => {
    const { child } = await start();
    const exit = once(child, "exit");
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
  });

  it("lets a running answer end before it stops", async () => {
    const { child, commands } = await start();
    const [url = ""] = /http\S+/.exec(commands[1] ?? "") ?? [];
    const [, key = ""] = /Bearer ([^']+)/.exec(commands[1] ?? "") ?? [];
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "eliza",
        stream: true,
        messages: [{ role: "user", content: "My mother takes care of me." }],
      }),
    });
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect((await response.text()).trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(await exit).toEqual([0, null]);
  });

  it("says what is wrong with its environment and ends with code 1", async () => {
    const child = spawn(process.execPath, [main], { env: { ...process.env, PORT: "many" } });
    children.push(child);
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    expect(await once(child, "close")).toEqual([1, null]);
    expect(errors).toBe('PORT must be a number from 0 to 65535, not "many".\n');
  });
});
