import { execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import Anthropic from "@anthropic-ai/sdk";
import { createMemoryKeys, createService, defineModel } from "@diglot/core";
import { until } from "@diglot/test-support/wait";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { type CallOptions, newFolder, type Running, run, start } from "./command.js";
import { serveService } from "./servers.js";

const paste = async (command: string | undefined): Promise<string> =>
  (await promisify(execFile)("bash", ["-c", command ?? "false"])).stdout;

/** The attempts that a command for usage shows for Eliza. */
async function attemptsOf(command: string | undefined): Promise<number | undefined> {
  const { data } = JSON.parse(await paste(command));
  return data.find(({ model }: { readonly model: string }) => model === "eliza")?.attempts;
}

interface Started extends Running {
  readonly welcome: string;
  /** The commands of the welcome. */
  readonly commands: readonly string[];
  /** The variables of the welcome. */
  readonly variables: Readonly<Record<string, string>>;
}

async function startWith(args: readonly string[] = [], options?: CallOptions): Promise<Started> {
  const running = start(["--port", "0", ...args], options);
  const welcome = await running.untilWritten(/\/v1\/usage.*\n\n$/);
  const lines = welcome.split("\n");
  const commands = lines.filter((line) => line.startsWith("curl "));
  const exports = lines.flatMap((line) => [...line.matchAll(/^export (\w+)=(.*)$/g)]);
  const variables = Object.fromEntries(exports.map(([, name, value]) => [name, value]));
  return { ...running, welcome, commands, variables };
}

describe("without options", () => {
  it("prints commands that work when they are pasted", async () => {
    const { commands, stderr } = await startWith(["--log", "pretty"]);
    expect(commands).toHaveLength(3);
    expect(JSON.parse(await paste(commands[0]))).toMatchObject({
      type: "message",
      model: "eliza",
      content: [{ type: "text", text: "I am sorry to hear that you are unhappy." }],
    });
    const stream = await paste(commands[1]);
    expect(stream).toContain('"object":"chat.completion.chunk"');
    expect(stream).toContain('"content":"family."');
    expect(stream.trimEnd()).toMatch(/data: \[DONE\]$/);
    await until(async () => (await attemptsOf(commands[2])) === 2);
    expect(stderr().match(/ 200 eliza /g)).toHaveLength(2);
  });

  it("takes the key of the environment and no other", async () => {
    const { commands, welcome } = await startWith([], { env: { DIGLOT_KEY: "it's-my-own-key" } });
    expect(welcome).toContain("it's-my-own-key");
    expect(JSON.parse(await paste(commands[0]))).toMatchObject({ type: "message" });
    const refused = await paste(commands[0]?.replace("my-own", "another"));
    expect(JSON.parse(refused)).toMatchObject({ error: { type: "authentication_error" } });
  });

  it("makes another key at each start", async () => {
    const keys = await Promise.all([startWith(), startWith()]);
    const [one, other] = keys.map(({ variables }) => variables.OPENAI_API_KEY);
    expect(one).not.toBe(other);
  });

  it("keeps usage in a file, also if it is killed", async () => {
    const database = join(newFolder(), "usage.sqlite");
    for (const [starts, signal] of (["SIGTERM", "SIGKILL", "SIGTERM"] as const).entries()) {
      const { commands, end } = await startWith(["--database", database]);
      await paste(commands[0]);
      const isKept = async () => (await attemptsOf(commands[2])) === starts + 1;
      expect(await until(isKept)).toBe(true);
      await end(signal);
    }
  });

  it("has admin endpoints only with a key of their own", async () => {
    const adminCredential = "an-admin-key-of-mine";
    for (const [DIGLOT_ADMIN_CREDENTIAL, status] of [
      ["", 404],
      [adminCredential, 200],
    ] as const) {
      const { variables } = await startWith([], { env: { DIGLOT_ADMIN_CREDENTIAL } });
      const headers = { authorization: `Bearer ${adminCredential}` };
      const url = `${variables.ANTHROPIC_BASE_URL}/admin/keys`;
      expect(await fetch(url, { headers })).toMatchObject({ status });
    }
  });

  it("prints a link that opens the inspector once, only on a loopback address", async () => {
    const env = { DIGLOT_ADMIN_CREDENTIAL: "an-admin-key-of-mine" };
    const { welcome } = await startWith([], { env });
    const [, origin = "", token = ""] =
      /Inspector +(\S+)\/inspector#once=(\S+)/.exec(welcome) ?? [];
    const exchange = () =>
      fetch(`${origin}/inspector/session`, {
        method: "POST",
        headers: { "x-api-key": token, "content-type": "application/json" },
      });
    const { credential } = await (await exchange()).json();
    expect(await exchange()).toMatchObject({ status: 401 });
    for (const path of ["/inspector/requests", "/admin/keys"]) {
      const headers = { "x-api-key": credential };
      expect(await fetch(origin + path, { headers })).toMatchObject({ status: 200 });
    }
    const open = await startWith(["--host", "0.0.0.0"], { env });
    expect(open.welcome).toMatch(/Inspector +http:\/\/127\.0\.0\.1:\d+\/inspector\n/);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends with code 0 on %s", async (signal) => {
    const { end } = await startWith();
    expect(await end(signal)).toEqual([0, null]);
  });

  it("lets a running answer end before it stops", async () => {
    const { child, variables } = await startWith();
    const response = await fetch(`${variables.OPENAI_BASE_URL}/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${variables.OPENAI_API_KEY}`,
        "content-type": "application/json",
      },
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
});

describe("--upstream", () => {
  const upstreamKey = "sk-upstream-canary";

  /** An upstream of both formats, with two models. */
  const serveUpstream = () => {
    const models = ["large", "small"].map((id) =>
      defineModel(id, async function* () {
        yield `I am ${id}.`;
      }),
    );
    return serveService(createService({ models, keys: createMemoryKeys([{ key: upstreamKey }]) }));
  };

  it("serves all its models to both official clients, with the variables that it prints", async () => {
    const upstream = await serveUpstream();
    const { variables, welcome, stdout, stderr } = await startWith(["--upstream", upstream], {
      env: { DIGLOT_UPSTREAM_KEY: upstreamKey },
    });
    expect(welcome).toContain("Models            large, small\n");
    const message = await new Anthropic({
      baseURL: variables.ANTHROPIC_BASE_URL,
      authToken: variables.ANTHROPIC_AUTH_TOKEN,
      apiKey: null,
    }).messages.create({
      model: variables.ANTHROPIC_MODEL ?? "",
      max_tokens: 100,
      messages: [{ role: "user", content: "Who are you?" }],
    });
    expect(message.content).toMatchObject([{ type: "text", text: "I am large." }]);
    const completion = await new OpenAI({
      baseURL: variables.OPENAI_BASE_URL,
      apiKey: variables.OPENAI_API_KEY,
    }).chat.completions.create({
      model: "small",
      messages: [{ role: "user", content: "Who are you?" }],
    });
    expect(completion.choices[0]?.message.content).toBe("I am small.");
    expect(stdout() + stderr()).not.toContain("canary");
  });

  it("serves only the models that are named, the first one under every other name", async () => {
    const upstream = await serveUpstream();
    const args = ["--upstream", upstream, "--upstream-key", upstreamKey];
    const named = ["-m", "small", "-m", "unlisted"];
    const { welcome, variables, stderr } = await startWith([...args, ...named]);
    expect(welcome).toContain("Models            small, unlisted\n");
    await expect
      .poll(stderr)
      .toContain("does not list the model unlisted, but 2 others; the nearest is ");
    const { content } = await new Anthropic({
      baseURL: variables.ANTHROPIC_BASE_URL,
      authToken: variables.ANTHROPIC_AUTH_TOKEN,
      apiKey: null,
    }).messages.create({
      model: "a-name-of-some-vendor",
      max_tokens: 100,
      messages: [{ role: "user", content: "Who are you?" }],
    });
    expect(content).toMatchObject([{ type: "text", text: "I am small." }]);
  });

  it("is what --model needs", async () => {
    expect(await run(["-m", "large"])).toEqual({
      ...{ code: 2, stdout: "" },
      stderr:
        "--model chooses among the models of a server, and no server is named.\nName it with --upstream.\n",
    });
  });

  it("says that nothing answers there, and what to do", async () => {
    const { code, stderr } = await run(["--port", "0", "--upstream", "http://127.0.0.1:1/v1"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1.* cannot be reached .*Start the server.*\n$/);
  });
});
