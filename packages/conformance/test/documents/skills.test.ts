import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../../cli/src/program.js";
import { blocksOf, readPage, root, skills } from "./documents.js";

/** The command that words call, and the words after its name. */
function resolve(
  command: Command,
  words: readonly string[],
): readonly [Command, readonly string[]] {
  const [name, ...rest] = words;
  const below = command.commands.find((one) => one.name() === name);
  return below ? resolve(below, rest) : [command, words];
}

/** The calls of the command in a page: those in blocks, and those in the text. */
function callsOf(path: string): readonly string[] {
  const page = readPage(path);
  const lines = blocksOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"));
  const inline = [...page.text.matchAll(/`((?:npx )?diglot [^`]+)`/g)].map(([, call = ""]) => call);
  return [...lines, ...inline]
    .filter((line) => /^(npx )?diglot /.test(line))
    .map((line) => line.replace(/^(npx )?diglot /, ""));
}

describe.each(skills)("%s", (path) => {
  it("has a name, a description and a package that brings it along", () => {
    const { text } = readPage(path);
    const [, name, description = ""] =
      /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
    expect(name).toBe(dirname(path).split("/").at(-1));
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThan(1_024);
    const manifest = join(root, path.split("/").slice(0, 2).join("/"), "package.json");
    expect(JSON.parse(readFileSync(manifest, "utf8")).files).toContain("skills");
  });

  it("calls only commands with options that exist", () => {
    const calls = callsOf(path);
    expect(calls.length).toBeGreaterThan(0);
    const unknown = calls.filter((call) => {
      const [own = ""] = call.split(" -- ");
      const [command, rest] = resolve(createProgram(), own.split(" "));
      const known = command.options.flatMap(({ long, short }) => [long, short]);
      return rest.some((word) => word.startsWith("-") && !known.includes(word));
    });
    expect(unknown).toEqual([]);
  });
});
