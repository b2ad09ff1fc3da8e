import { readFileSync } from "node:fs";
import { createEcho } from "@diglot/embedded-models";
import { key } from "@diglot/test-support/key";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { type Ended, newFile, run } from "./command.js";
import { closedPort, serve, serveService } from "./servers.js";

/** Runs `diglot doctor` to its end. */
function doctor(options: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return run(["doctor", ...options], { env: { DIGLOT_UPSTREAM_KEY: key, ...variables } });
}

const serveEcho = () => serveService(serviceOf(createEcho()).service);

describe("diglot doctor", () => {
  it("prints a table and capabilities, without a key and without progress in a pipe", async () => {
    const upstream = await serveEcho();
    const { code, stdout, stderr } = await doctor(["--upstream", upstream]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^echo at http:\/\/127\.0\.0\.1:\d+\/v1, examined in Chat Completions\n/,
    );
    expect(stdout).toMatch(/^Formats +yes +Chat Completions, Messages$/m);
    expect(stdout).toMatch(/^List of models +yes +1: echo$/m);
    expect(stdout).toMatch(/^Images +unclear +accepted, but said "\[an image/m);
    const capabilities = JSON.parse(stdout.slice(stdout.indexOf("\n{\n")));
    expect(capabilities).toMatchObject({ tools: true, streamUsage: "include_usage" });
    expect(stdout).not.toContain(key);
  });

  it("prints JSON for programs, in the format that is named", async () => {
    const options = ["-u", await serveEcho(), "--format", "messages", "--json"];
    const { code, stdout } = await doctor([...options, "--skip-long-input"]);
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({
      upstream: { speaks: ["chat-completions", "messages"], models: ["echo"] },
      format: "messages",
      model: "echo",
      capabilities: { tools: true },
    });
    const ids: readonly string[] = found.findings.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["formats", "models", "tools", "prefill"]));
    expect(ids).not.toContain("long_input");
  });

  it("puts the capabilities into a config and keeps the rest", async () => {
    const baseUrl = await serveEcho();
    const config = {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a config names variables like this
      upstreams: { local: { baseUrl: "${LOCAL_URL}", apiKey: key } },
      models: [{ id: "mine", upstream: "local", model: "echo", capabilities: { maxOutput: 99 } }],
      keys: [{ id: "me", key: "sk-of-mine" }],
    };
    const file = newFile("diglot.config.json", config);
    const options = ["-u", baseUrl, "--write", file, "--skip-long-input"];
    const { code, stderr } = await doctor(options, { LOCAL_URL: baseUrl });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${file}: the capabilities are in models.0.capabilities.\n`,
    });
    const written = JSON.parse(readFileSync(file, "utf8"));
    expect(written.models[0].capabilities).toMatchObject({ maxOutput: 99, jsonSchema: true });
    expect({ ...written, models: [] }).toEqual({ ...config, models: [] });
    const checked = await run(["serve", "--check", "--config", file], {
      env: { LOCAL_URL: baseUrl },
    });
    expect(checked).toMatchObject({ code: 0, stderr: "" });
  });

  it("edits no program, and says so", async () => {
    const file = newFile("diglot.config.mjs", "export default {};\n");
    const { code, stdout, stderr } = await doctor([
      "-u",
      await serveEcho(),
      "-w",
      file,
      "--skip-long-input",
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('"tools": true');
    expect(stderr).toContain("paste the capabilities yourself");
    expect(readFileSync(file, "utf8")).toBe("export default {};\n");
  });

  it("refuses a config that does not have the upstream, before a model is asked", async () => {
    const { service, ledger } = serviceOf(createEcho());
    const file = newFile("diglot.config.json", "{}");
    const { code, stderr } = await doctor(["-u", await serveService(service), "-w", file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}: no upstream has the address`);
    expect((await ledger.rows({})).rows).toEqual([]);
  });

  it("ends with 2 if the server does not answer as either format", async () => {
    const nobody = await doctor(["-u", `http://127.0.0.1:${await closedPort()}`]);
    expect(nobody.code).toBe(2);
    expect(nobody.stderr).toMatch(/^Nothing listens at .*\n$/);
    const page = { status: 200, text: "<html>", headers: { "content-type": "text/html" } };
    const site = await doctor(["-u", await serve({ "*": page })]);
    expect(site.code).toBe(2);
    expect(site.stderr).toContain("200 with a web page");
  });

  it("ends with 2 if the key is refused, naming its option", async () => {
    const variables = { DIGLOT_UPSTREAM_KEY: "sk-another-key" };
    const { code, stderr } = await doctor(["-u", await serveEcho()], variables);
    expect(code).toBe(2);
    expect(stderr).toContain("--upstream-key");
    expect(stderr).not.toContain("sk-another-key");
  });

  it.each([
    ["no address", [], /--upstream/],
    [
      "an address without a scheme",
      ["-u", "127.0.0.1:1"],
      /It must be an address such as http:\/\//,
    ],
    [
      "a timeout that is not a number",
      ["-u", "http://127.0.0.1:1", "--timeout", "soon"],
      /whole number/,
    ],
  ])("ends with 2 for %s", async (_, options, words) => {
    const { code, stderr } = await doctor(options);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  });

  it("ends with 2 if the server has several models and none is named", async () => {
    const { service } = serviceOf(createEcho(), {
      models: [createEcho(), createEcho({ id: "b" })],
    });
    const { code, stderr } = await doctor(["-u", await serveService(service)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/has 2 models\.\nName one of them with --model:\n {2}echo\n {2}b\n/);
  });
});
