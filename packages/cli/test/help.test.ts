import { createServer } from "node:http";
import { listen } from "@diglot/test-support/servers";
import { describe, expect, it } from "vitest";
import { version } from "../src/version.js";
import { newFile, newFolder, run } from "./command.js";

describe("diglot", () => {
  it("says its version", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("says what there is", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot("help/diglot.txt");
  });

  it.each(["serve", "run", "doctor", "prices", "import"])("says what %s takes", async (command) => {
    const { stdout } = await run([command, "--help"]);
    await expect(stdout).toMatchFileSnapshot(`help/${command}.txt`);
  });

  it.each([
    ["keys", ["keys"]],
    ["keys-create", ["keys", "create"]],
    ["usage", ["usage"]],
    ["fake", ["fake"]],
    ["conformance", ["conformance"]],
  ])("says what %s takes", async (name, words) => {
    const { stdout } = await run([...words, "--help"]);
    await expect(stdout).toMatchFileSnapshot(`help/${name}.txt`);
  });

  it.each([
    [["--port", "many"], "argument 'many' is invalid. It must be a number from 0 to 65535."],
    [["--prot", "1"], "unknown option '--prot'\n(Did you mean --port?)"],
    [
      ["sevre"],
      "unknown command 'sevre'\n(Did you mean serve? There are init, import, serve, run,",
    ],
    [["serve", "a.json", "b.json"], "diglot serve has no place for 'b.json'"],
    [["serve", "a.json", "check"], "has no place for 'check'\n(Did you mean --check?)"],
    [
      ["keys", "create", "-a", "shop", "--model", "small", "main"],
      "diglot keys create has no place for 'main'\n(repeat the option for each value: --model main)",
    ],
    [
      ["keys", "list", "acount"],
      "diglot keys list has no place for 'acount'\n(Did you mean --account?)",
    ],
    [["keys", "revoke", "key_1", "key_2"], "diglot keys revoke has no place for 'key_2'"],
    [["credit", "show", "a", "b"], "diglot credit show has no place for 'b'"],
    [["usage", "shop"], "diglot usage has no place for 'shop'"],
    [["export", "shop"], "diglot export has no place for 'shop'"],
    [["doctor", "-u", "http://127.0.0.1:1", "x"], "diglot doctor has no place for 'x'"],
    [["fake", "a.json", "b.json"], "diglot fake has no place for 'b.json'"],
    [["conformance", "http://127.0.0.1:1", "x"], "diglot conformance has no place for 'x'"],
    [["--upstream", "127.0.0.1:1"], "It must be an address such as http://127.0.0.1:1."],
    [["doctor", "--upstream", "htp://x"], "such as http://127.0.0.1:11434/v1."],
    [["serve", "--log", "xml"], "Allowed choices are json, pretty."],
  ])("ends with code 2 for %j, and says what is wrong", async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain("--help");
  });

  it.each([
    [["help"], ["--help"]],
    [
      ["help", "serve"],
      ["serve", "--help"],
    ],
    [
      ["help", "keys", "create"],
      ["keys", "create", "--help"],
    ],
  ])("answers %j like %j", async (asked, usual) => {
    const { code, stdout } = await run(asked);
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await run(usual)).stdout });
  });

  it("says which tools it knows if none is named", async () => {
    const { code, stderr } = await run(["run"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^error: which tool\?\n\(for example: diglot run -- claude; known are claude, codex, opencode, .*OPENAI_BASE_URL\)\n/,
      ),
    });
  });

  it("says that a script is not there", async () => {
    expect(await run(["fake", "nowhere.json"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "nowhere.json does not exist.\nName a script, relative to the working directory: a .json, .js, .mjs or .ts file.\n",
    });
  });

  it("ends with the same code wherever a server cannot be reached", async () => {
    const server = createServer();
    const url = `http://127.0.0.1:${await listen(server)}`;
    await new Promise((resolve) => server.close(resolve));
    const ways = [
      ["credit", "show", "--url", url],
      ["doctor", "--upstream", url],
      ["conformance", url],
      ["--upstream", url, "--port", "0"],
      ["run", "--upstream", url, "--", "true"],
    ];
    for (const way of ways) {
      const { code, stderr } = await run(way);
      expect({ way, code }, stderr).toEqual({ way, code: 2 });
    }
  });

  it("says that its port is in use", async () => {
    const port = await listen(createServer());
    expect(await run(["--port", String(port)])).toEqual({
      code: 2,
      stdout: "",
      stderr: `Port ${port} of 127.0.0.1 is in use.\nStop what listens there, or choose another port; 0 takes any that is free (--port 0).\n`,
    });
  });

  it("says which key is too short without repeating it", async () => {
    const { code, stderr } = await run(["--port", "0", "--key", "canary"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "diglot: --key must be at least 8 visible ASCII characters without spaces\n",
    });
  });

  it("writes in colours only if it is asked for, and never with NO_COLOR", async () => {
    const config = newFile("diglot.config.json", "{}");
    const args = ["serve", "--check", "--config", config];
    const styled = String.fromCharCode(27);
    const forced = await run(args, { env: { FORCE_COLOR: "1" } });
    expect(forced.stderr).toContain(styled);
    expect((await run(args)).stderr).not.toContain(styled);
    const refused = await run(args, { env: { NO_COLOR: "1" } });
    expect(refused.stderr).not.toContain(styled);
  });

  it("says that there is no config", async () => {
    const { code, stderr } = await run(["serve"], { cwd: newFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^There is no diglot\.config\.ts, .*\nName the file with --config, or write one with `diglot init`\.\n$/,
    );
  });
});
