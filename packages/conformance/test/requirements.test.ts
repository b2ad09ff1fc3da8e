import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

interface Requirement {
  readonly id: string;
  readonly requirement: string;
  readonly status: "required" | "strict" | "later" | "judged";
  readonly reason?: string;
}

/** Lists of requirements, with the form of the ids that tests cite them by. */
const lists: readonly { readonly file: string; readonly id: RegExp }[] = [
  { file: "messages.json", id: /M\d{3}/ },
  { file: "chat-completions.json", id: /C\d{3}/ },
  { file: "faults.json", id: /[UJSCKLQ]\d{2}|[PT]0\d/ },
  { file: "translation.json", id: /T[1-9]\d*|F8\.8[a-s]|F9\.\d+|P11\.\d+/ },
];

const packages = resolve(import.meta.dirname, "../..");

function readRequirements(file: string): readonly Requirement[] {
  return JSON.parse(readFileSync(join(packages, "conformance/requirements", file), "utf8"));
}

/** The ids that begin a string, as a title or a row of titles does; comments and data do not count. */
const titles = /["'`](?:[A-Z]\d+(?:\.\d+)?[a-z]? )+/g;

const cited = new Set(
  readdirSync(packages, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
    .flatMap((file) => readFileSync(join(packages, file), "utf8").match(titles) ?? [])
    .flatMap((title) => title.slice(1).trimEnd().split(" ")),
);

describe.each(lists)("the requirements of $file", ({ file, id: form }) => {
  const requirements = readRequirements(file);

  it("each have a test that cites them, or a reason why not", () => {
    const open = requirements.filter(({ id }) => !cited.has(id));
    const missing = open.filter(
      ({ status, reason }) => !(status === "later" || (status === "judged" && reason)),
    );
    process.stdout.write(
      `${file}: ${requirements.length - open.length} of ${requirements.length} cited by tests, ` +
        `${open.length - missing.length} with a reason why not, ${missing.length} missing\n`,
    );
    expect(missing.map(({ id, requirement }) => `${id} ${requirement}`)).toEqual([]);
  });

  it("give a reason for everything that is judged otherwise or left for later", () => {
    const silent = requirements.filter(
      ({ status, reason }) => (status === "judged" || status === "later") && !reason,
    );
    expect(silent).toEqual([]);
  });

  it("have ids of their form, each once, and know every one that a test cites", () => {
    const known = requirements.map(({ id }) => id);
    const whole = new RegExp(`^(?:${form.source})$`);
    expect(known.filter((id) => !whole.test(id))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
    expect([...cited].filter((id) => whole.test(id) && !known.includes(id))).toEqual([]);
  });
});
