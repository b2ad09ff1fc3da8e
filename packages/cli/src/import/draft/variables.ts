import { createRedactor } from "@diglot/core/redaction";

/** An environment variable that the result needs. */
export interface Variable {
  readonly name: string;
  /** What it holds, for people. */
  readonly holds: string;
}

/** The environment variables of a result, and the secrets in whose place they stand. */
export interface Variables {
  /** What the result needs, in the order in which it was found. */
  readonly list: readonly Variable[];
  /** The secrets of the file, which must be nowhere in the result or the report. */
  readonly secrets: readonly string[];
  /** A reference to a variable that the file itself names. */
  use(name: string, holds: string): string;
  /** A reference to a variable in the place of a secret; the same secret has the same variable. */
  replace(secret: string, name: string, holds: string): string;
}

/** Makes variables. @param reserved the names that the file uses itself */
export function createVariables(reserved: ReadonlySet<string>): Variables {
  const list: Variable[] = [];
  const bySecret = new Map<string, string>();
  const isTaken = (name: string) => reserved.has(name) || list.some((one) => one.name === name);
  const use = (name: string, holds: string) => {
    if (!list.some((one) => one.name === name)) list.push({ name, holds });
    return toReference(name);
  };
  return {
    list,
    get secrets() {
      return [...bySecret.keys()];
    },
    use,
    replace(secret, wanted, holds) {
      const name = bySecret.get(secret) ?? findFree(toVariableName(wanted), isTaken);
      bySecret.set(secret, name);
      return use(name, holds);
    },
  };
}

/** A reference to a variable, as a config has it. */
export function toReference(name: string): string {
  return `\${${name}}`;
}

/** The name of the variable in a reference. */
export function toName(reference: string): string {
  return reference.slice(2, -1);
}

/** A text that a config takes as it is. */
export function toLiteral(text: string): string {
  return text.replaceAll("${", () => "$${");
}

/** Whether a text holds something that is shaped like a credential. */
export function looksSecret(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return Boolean(url?.password) || createRedactor([]).text(text) !== text;
}

function toVariableName(text: string): string {
  const name = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return /^[A-Z]/.test(name) ? name : `KEY_${name}`;
}

function findFree(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}_${number}`)) number++;
  return `${name}_${number}`;
}
