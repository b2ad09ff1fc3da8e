import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listMembers } from "../src/config/check/list-members.js";
import { configSchema } from "../src/config/schema.js";
import { type OptionSet, optionSets } from "./library-options.js";

const reference = new URL("../../../docs/reference/options/", import.meta.url);

/** The options that have a row in the reference. */
const described = new Set(
  readdirSync(reference).flatMap((name) => {
    const rows = readFileSync(new URL(name, reference), "utf8").matchAll(/^\| `(\w+)` \|/gm);
    return [...rows].map(([, option = ""]) => option);
  }),
);

/** The options that the library has, as it lists them to whoever passes another one. */
async function readOptions({ pass }: OptionSet): Promise<readonly string[]> {
  const refusal = await (async () => pass({ qqqqqqqqqqqq: true } as never))().catch(
    (error: unknown) => String(error),
  );
  const [, list] = /the options here are (.*)\.$/.exec(String(refusal)) ?? [];
  if (list === undefined) throw new Error(`It lists no options: ${refusal}`);
  return list.split(", ");
}

/** The members that a config has at a path such as `models.0.retry`. */
function membersAt(path: string): readonly string[] {
  return listMembers(configSchema, path === "" ? [] : path.split("."));
}

function isMember(path: string): boolean {
  const end = path.lastIndexOf(".");
  return membersAt(path.slice(0, Math.max(end, 0))).includes(path.slice(end + 1));
}

describe.each(Object.entries(optionSets))("each option of %s", (_, set) => {
  const { at, elsewhere = {}, leftOut = {} } = set;

  it("is a member of the config, or is left out for a reason", async () => {
    const options = await readOptions(set);
    const known = [...at.flatMap(membersAt), ...Object.keys(elsewhere), ...Object.keys(leftOut)];
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
  });

  it("is named only where the library has it and the config does not", async () => {
    const options = await readOptions(set);
    const named = [...Object.keys(elsewhere), ...Object.keys(leftOut)];
    expect(named.filter((option) => !options.includes(option))).toEqual([]);
    expect(Object.values(elsewhere).filter((path) => !isMember(path))).toEqual([]);
    const members = at.flatMap(membersAt);
    expect(Object.keys(leftOut).filter((option) => members.includes(option))).toEqual([]);
  });
});

// A budget is no option, but an argument of a ledger's method.
const functions = Object.entries(optionSets).filter(([name]) => name !== "ledger.setBudget");

it.each(functions)("each option of %s is described in the reference", async (_, set) => {
  const options = await readOptions(set);
  expect(options.filter((option) => !described.has(option))).toEqual([]);
});
