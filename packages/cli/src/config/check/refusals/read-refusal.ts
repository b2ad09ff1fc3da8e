import type { Problem } from "../problem.js";
import type { Path } from "./path.js";

/** The name of a function, a path in quotation marks, and what is wrong there. */
const located = /^(?:[\w.]+: )?("(?:[^"\\]|\\.)+") (.+)$/s;

/**
 * Reads what the library says of a value: where in it the mistake is, and what is allowed.
 * @param roots what the library calls the value, where it does not stand for all options
 */
export function readRefusal(text: string, value: unknown, roots: readonly string[]): Problem {
  const [, quoted, message] = located.exec(text) ?? [];
  if (quoted === undefined || message === undefined) {
    return { path: [], message: `is refused: ${text.replace(/^[\w.]+: /, "")}` };
  }
  const place = String(JSON.parse(quoted));
  const root = roots.find((one) => place.startsWith(one)) ?? "";
  const inside = place.slice(root.length).replace(/^\./, "");
  return { path: toPath(inside, value), message: message.replace(/\.$/, "") };
}

/** The steps of a path as the library writes it; names may have dots. */
function toPath(text: string, value: unknown): Path {
  if (text === "") return [];
  const index = /^\[(\d+)\]/.exec(text)?.[1];
  const name = index === undefined ? findName(text, value) : `[${index}]`;
  const step = index === undefined ? name : Number(index);
  const inner = Object(value)[step] as unknown;
  return [step, ...toPath(text.slice(name.length).replace(/^\./, ""), inner)];
}

/** The longest name of a member with which the text begins, or what looks like a name. */
function findName(text: string, value: unknown): string {
  const names = Object.keys(Object(value)).filter((name) => /^(?:$|[.[])/.test(rest(text, name)));
  const longest = names.sort((one, other) => other.length - one.length)[0];
  return longest ?? /^.[^.[]*/s.exec(text)?.[0] ?? text;
}

/** What follows a name; something that no path has if the text begins otherwise. */
function rest(text: string, name: string): string {
  return text.startsWith(name) ? text.slice(name.length) : " ";
}
