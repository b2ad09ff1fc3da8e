import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEcho } from "@diglot/embedded-models";
import { createFake } from "@diglot/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { readPage, root } from "../documents/documents.js";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly shell?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly run?: string;
    }[];
  };
}

const file = ".github/actions/diglot-conformance/action.yml";
const { inputs, runs } = parse(readPage(file).text) as Action;
const [step] = runs.steps.filter(({ run }) => run !== undefined);

/** The variables of the step, with these inputs as GitHub puts them in. */
function variables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const values = new Map(
    Object.entries(inputs).map(([name, input]) => [name, given[name] ?? input.default ?? ""]),
  );
  return Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, input: string) => values.get(input) ?? ""),
    ]),
  );
}

/** A folder with an `npx` that starts the command of this repository, until the test ends. */
function folderWithNpx(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-action-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const main = join(root, "packages/cli/dist/main.js");
  const npx = `#!/bin/sh\n[ "$1 $2" = "--yes diglot@latest" ] || exit 64\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`;
  writeFileSync(join(folder, "npx"), npx);
  chmodSync(join(folder, "npx"), 0o755);
  return folder;
}

/** Runs the script of the action, as the runner does. */
async function runAction(
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = folderWithNpx();
  const summary = join(folder, "summary.md");
  writeFileSync(summary, "");
  const script = join(folder, "step.sh");
  writeFileSync(script, step?.run ?? "");
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    env: {
      ...{ PATH: `${folder}:${process.env.PATH}`, GITHUB_STEP_SUMMARY: summary },
      ...variables(given),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const [code] = await once(child, "close");
  return { code, log, summary: readFileSync(summary, "utf8") };
}

/** A fake that conforms, with one key, until the test ends. */
async function serveGood(): Promise<string> {
  const model = createEcho({ id: "echo" });
  const fake = await createFake({ model, keys: ["sk-mine"], models: ["echo"] }).listen();
  onTestFinished(() => fake.close());
  return fake.url;
}

/** A server whose every answer is an empty object, until the test ends. */
async function serveBad(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the action diglot-conformance", () => {
  it("succeeds without an annotation for a server that conforms, with the key of a variable", async () => {
    const given = { url: await serveGood(), "key-env": "MY_KEY", format: "messages" };
    const { code, log, summary } = await runAction(given, { MY_KEY: "sk-mine" });
    expect({ code, errors: log.match(/^::error/gm) }).toEqual({ code: 0, errors: null });
    expect(summary).toMatch(/^## Conformance of `http.*`\n\n\d+ passed, 0 failed, \d+ skipped\n/);
  });

  it("fails for a server that does not conform, and annotates each failure with its title", async () => {
    const given = { url: await serveBad(), model: "any", format: "messages", strict: "false" };
    const { code, log, summary } = await runAction(given);
    expect(code).toBe(1);
    expect(log).toMatch(
      /^::error title=M001 The smallest request is answered with a message\.::\S/m,
    );
    const [, failed] = /(\d+) failed/.exec(summary) ?? [];
    expect(log.match(/^::error title=/gm)).toHaveLength(Number(failed));
    expect(summary).toContain("| M001 | The smallest request is answered with a message. | `");
    expect(log).not.toContain("M009 ");
  });

  it("takes no text of an input as a part of the script", async () => {
    const given = { url: await serveGood(), model: '"; echo injected; "', format: "messages" };
    const { code, log } = await runAction({ ...given, "key-env": "MY_KEY" }, { MY_KEY: "sk-mine" });
    expect({ code, log }).toEqual({ code: 2, log: "" });
  });

  it.each([
    [{ "key-env": "NOT_SET" }, "The variable that key-env names is not set."],
    [{ strict: "yes" }, "The input strict must be true or false."],
  ])("refuses %j with an annotation", async (given, message) => {
    const { code, log } = await runAction({ url: "http://127.0.0.1:9", ...given });
    expect({ code, log }).toEqual({
      code: 2,
      log: `::error title=diglot-conformance::${message}\n`,
    });
  });
});
