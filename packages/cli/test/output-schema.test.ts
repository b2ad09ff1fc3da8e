import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../src/program.js";
import { newFile, newFolder, run } from "./command.js";
import { describedCommands } from "./output-schema.js";

/** Commands that serve until they are ended, and those whose output is a file of another form. */
const withoutJson = ["diglot", "fake", "export", "completion"];

function listCommands(command: Command, above = ""): readonly [string, Command][] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands
    .filter((one) => visible.includes(one))
    .flatMap((one) => {
      const name = `${above}${one.name()}`;
      return one.commands.length > 0 ? listCommands(one, `${name} `) : [[name, one] as const];
    });
}

describe("the output of the commands", () => {
  it("is JSON on demand for every command that has a result, and each has a schema", () => {
    const commands = listCommands(createProgram()).filter(([name]) => !withoutJson.includes(name));
    const json = commands.filter(([, { options }]) =>
      options.some(({ long }) => long === "--json"),
    );
    expect(json).toEqual(commands);
    const names = commands.map(([name]) => (name === "serve" ? "serve --check" : name));
    expect(describedCommands.toSorted()).toEqual(names.toSorted());
  });

  it("has every mistake of a config", async () => {
    const file = newFile("diglot.config.json", { port: "x", models: [{ id: "a", upstream: "b" }] });
    const { code, stdout, stderr } = await run(["serve", file, "--json"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      file,
      valid: false,
      problems: [
        { path: "port", message: "must be a number from 0 to 65535" },
        { path: "models[0].upstream", message: '"b" is not in `upstreams`; it has none' },
        { path: "keys", message: expect.stringMatching(/^must have a key/) },
      ],
    });
  });

  it("says that a config is valid, and what its upstreams answered", async () => {
    const upstreams = { one: { format: "messages", baseUrl: "http://127.0.0.1:9" } };
    const models = [{ id: "a", upstream: "one" }];
    const file = newFile("diglot.config.json", { upstreams, models, allowAnonymous: true });
    const { code, stdout } = await run(["serve", file, "--check", "--ask", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      problems: [],
      upstreams: [{ name: "one", state: "unreachable" }],
    });
  });

  it("has the file that was written and a new key", async () => {
    const cwd = newFolder();
    const { stdout } = await run(["init", "--upstream", "http://127.0.0.1:9", "--json"], { cwd });
    expect(JSON.parse(stdout)).toEqual({
      file: "diglot.config.mjs",
      key: expect.stringMatching(/^sk-/),
    });
  });
});
