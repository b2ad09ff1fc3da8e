import { describe, expect, it } from "vitest";
import { createProgram } from "../program.js";
import { findCandidates } from "./find-candidates.js";

const wordsAfter = (...words: readonly string[]): readonly string[] =>
  findCandidates(createProgram(), words).map(({ word }) => word);

describe("findCandidates", () => {
  it("finds the commands that begin with what is typed, with what each does", () => {
    expect(findCandidates(createProgram(), ["ke"])).toEqual([
      { word: "keys", meaning: "list, create, change, rotate and revoke the keys of callers" },
    ]);
    expect(wordsAfter("credit", "")).toEqual(["show", "add", "help"]);
    expect(wordsAfter()).toContain("serve");
  });

  it("finds no command that is only for scripts", () => {
    expect(wordsAfter("comple")).toEqual(["completion"]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["options by their long names", ["keys", "create", "--acc"], ["--account"]],
    ["those of the command, behind a value", ["keys", "create", "-a", "x", "--na"], ["--name"]],
    ["those of the program before any command", ["--upstream-k"], ["--upstream-key"]],
    ["the values of an option", ["serve", "--log", ""], ["json", "pretty"]],
    ["those that begin as typed", ["serve", "--log", "j"], ["json"]],
    ["a value in one word with its option", ["serve", "--log=j"], ["--log=json"]],
    ["all values in one word", ["serve", "--log="], ["--log=json", "--log=pretty"]],
    ["a value in the three words of bash", ["serve", "--log", "=", "j"], ["json"]],
    ["all values behind the equals sign of bash", ["serve", "--log", "="], ["json", "pretty"]],
    ["the values of an argument", ["completion", "z"], ["zsh"]],
    ["commands behind help", ["help", "keys", "ro"], ["rotate"]],
  ])("finds %s", (_case, words, found) => {
    expect(wordsAfter(...words)).toEqual(found);
  });

  it.each<[string, readonly string[]]>([
    ["the value of an option that may be anything", ["serve", "--config", ""]],
    ["a value that looks like an option", ["keys", "create", "--name", "--acc"]],
    ["a file", ["serve", "gate"]],
    ["the tool of a run", ["run", "--", ""]],
    ["the options of a tool", ["run", "claude", "--"]],
    ["what follows two dashes", ["serve", "--", "--log"]],
  ])("leaves %s to the shell", (_case, words) => {
    expect(wordsAfter(...words)).toEqual([]);
  });
});
