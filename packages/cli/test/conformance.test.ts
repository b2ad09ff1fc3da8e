import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineModel } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import { serviceOf } from "@diglot/test-support/services";
import { createFake } from "@diglot/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder, run } from "./command.js";
import { closedPort, serve, serveService } from "./servers.js";

/** The address of a fake that conforms, until the test ends. */
async function serveFake(): Promise<string> {
  const model = defineModel("any", async function* () {
    yield "Hello";
  });
  const listener = await createFake({ keys: ["sk-mine"], models: ["any"], model }).listen();
  onTestFinished(() => listener.close());
  return listener.url;
}

const args = ["--model", "any", "--format", "chat-completions"];

describe("diglot conformance", () => {
  it("prints a table with a summary, and writes the report", async () => {
    const url = await serveFake();
    const file = join(newFolder(), "report.json");
    const words = [...args, "--key", "sk-mine", "--report", file];
    const { code, stdout, stderr } = await run(["conformance", `${url}/v1/`, ...words]);
    const { failed, results } = JSON.parse(await readFile(file, "utf8"));
    expect({ code, stderr, failed }).toEqual({ code: 0, stderr: "", failed: 0 });
    expect(results.length).toBeGreaterThan(50);
    expect(stdout).toContain("Streams");
    expect(stdout).toMatch(/\n\d+ passed, 0 failed, \d+ skipped\n$/);
  });

  it("checks a server of Responses if it is told to", async () => {
    const { service } = serviceOf(createEcho(), { formats: [responses()] });
    const url = await serveService(service);
    const words = ["--key", key, "--format", "responses", "--lenient", "--json"];
    const { code, stdout } = await run(["conformance", url, ...words]);
    const { failed, passed, results } = JSON.parse(stdout);
    expect({ code, failed }).toEqual({ code: 0, failed: 0 });
    expect(passed).toBeGreaterThan(80);
    const formats = new Set(results.map((result: { format: string }) => result.format));
    expect([...formats]).toEqual(["responses"]);
  });

  it("ends with 1 if a requirement failed, and prints the report as JSON if asked to", async () => {
    const url = await serve({ "*": { status: 200, json: {} } });
    const { code, stdout } = await run(["conformance", url, ...args, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).failed).toBeGreaterThan(0);
  });

  it("checks what is named, without what is excepted", async () => {
    const url = await serveFake();
    const words = [
      ...args,
      "--key",
      "sk-mine",
      "--json",
      "--only",
      "Streams,C001",
      "--except",
      "C001",
    ];
    const { code, stdout } = await run(["conformance", url, ...words]);
    const { results } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(new Set(results.map((result: { capability: string }) => result.capability))).toEqual(
      new Set(["Streams"]),
    );
    const { code: refused, stderr } = await run(["conformance", url, "--only", "Streems"]);
    expect({ refused, stderr }).toEqual({
      refused: 2,
      stderr: expect.stringMatching(/^conformance: "only\[0\]" must be the id of a check.*\n$/),
    });
  });

  it("says at once, in a sentence, that the key is refused, and ends with 2", async () => {
    const url = await serveFake();
    const env = { DIGLOT_UPSTREAM_KEY: "sk-wrong" };
    const { code, stdout, stderr } = await run(["conformance", url, ...args], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(
      `${url} refuses the key: POST /v1/chat/completions is answered with 401`,
    );
    expect(stderr).toContain("Give its key in DIGLOT_UPSTREAM_KEY, or with --key.");
    expect(stderr).not.toContain("sk-wrong");
  });

  it("says at once that the model is not known, and ends with 2", async () => {
    const url = await serveFake();
    const words = ["--model", "other", "--format", "messages", "--key", "sk-mine"];
    const { code, stdout, stderr } = await run(["conformance", url, ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${url} refuses a request for the model "other"`);
    expect(stderr).toContain("Name a model that it serves with --model.");
  });

  it("ends with 2 for a server that is not there", async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const { code, stderr } = await run(["conformance", url]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Cannot reach ${url}`);
  });
});
