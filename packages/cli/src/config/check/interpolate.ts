import { isPlain } from "./is-plain.js";
import type { Problem } from "./problem.js";

/** A value in whose strings variables have been replaced, and the variables that are not set. */
export interface Interpolated {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, `${NAME:-default}`; `$${` stands for `${` itself. */
const variable = /\$\$\{|\$\{([^{}]*)\}/g;
const opening = "$".concat("{");
const content = /^([A-Za-z_]\w*)(?::-(.*))?$/s;

/**
 * Replaces `${NAME}` in all strings of plain data by the variable of that name, and `${NAME:-default}` by
 * the default if the variable is not set or empty. `$${` becomes `${`. Functions, class instances and
 * the like are left as they are.
 */
export function interpolate(value: unknown, environment: Environment): Interpolated {
  const problems: Problem[] = [];
  return { value: walk(value, [], environment, problems), problems };
}

function walk(
  value: unknown,
  path: readonly PropertyKey[],
  environment: Environment,
  problems: Problem[],
): unknown {
  if (typeof value === "string") {
    return replace(value, environment, (message) => problems.push({ path, message }));
  }
  if (Array.isArray(value)) {
    return value.map((entry, index) => walk(entry, [...path, index], environment, problems));
  }
  if (!isPlain(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member]) => [name, walk(member, [...path, name], environment, problems)]),
  );
}

function replace(text: string, environment: Environment, report: (message: string) => void) {
  return text.replace(variable, (whole, inner: string | undefined) => {
    if (inner === undefined) return opening;
    const [, name, fallback] = content.exec(inner) ?? [];
    if (name === undefined) {
      report(`has ${whole}, which must be \${NAME} or \${NAME:-default}`);
      return whole;
    }
    const found = environment[name];
    if (fallback !== undefined) return found || fallback;
    if (found === undefined) report(`needs the environment variable ${name}, which is not set`);
    return found ?? "";
  });
}
