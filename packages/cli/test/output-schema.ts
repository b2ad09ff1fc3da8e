import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect } from "vitest";

const file = new URL("../dist/output.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(file, "utf8")) as {
  readonly definitions: Readonly<Record<string, object>>;
};
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(schema, "output");

/** The names of the commands whose output has a schema. */
export const describedCommands = Object.keys(schema.definitions);

/** Holds what a command wrote with `--json` against the schema of its output. */
export function expectDescribed(command: string, output: unknown): void {
  const validate = ajv.getSchema(`output#/definitions/${encodeURIComponent(command)}`);
  if (!validate) throw new Error(`The output of ${command} has no schema.`);
  validate(output);
  expect(validate.errors ?? [], `output of ${command}`).toEqual([]);
}

/** The name of the command that arguments call, with the option that gives it another output. */
export function commandOf(args: readonly string[]): string | undefined {
  const [first = "", second = ""] = args;
  return [`${first} ${second}`, first, `${first} --check`].find((name) =>
    describedCommands.includes(name),
  );
}
