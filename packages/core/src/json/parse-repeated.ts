import { TextPattern } from "./text-pattern.js";
import { isObject, parseJson } from "./value.js";

/** An object whose one member is replaced when it is used again. */
interface Repeated {
  readonly value: unknown;
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

/** A string that takes the place of the one that differs; checked to be no part of the text. */
const probe = "\ue000";

/**
 * A parser for the events of one stream, most of which repeat the one before in all but one string.
 * Their value is the earlier one with the new string, so it must be read before the next is parsed.
 * @param member matches the member that differs: its only group is the JSON string without its quotes
 * @param findHolder the object of a value whose member may differ; nothing else of it may be kept
 * @returns the value of a JSON text, or `undefined` if the text is not JSON
 */
export function createRepeatedParser(
  member: RegExp,
  findHolder: (value: unknown) => unknown,
): (json: string) => unknown {
  const pattern = new TextPattern();
  let repeated: Repeated | undefined;

  function learn(json: string): void {
    const found = member.exec(json);
    if (!found || json.includes(probe)) return;
    const end = found.index + found[0].length - 1;
    const start = end - (found[1] ?? "").length;
    repeated = toRepeated(parseJson(json.slice(0, start) + probe + json.slice(end)), findHolder);
    if (repeated) pattern.learn(json, start, end);
  }

  return (json) => {
    const text = pattern.match(json);
    if (text !== undefined && repeated) {
      repeated.holder[repeated.name] = text;
      return repeated.value;
    }
    if (pattern.isUseful) learn(json);
    return parseJson(json);
  };
}

function toRepeated(value: unknown, findHolder: (value: unknown) => unknown): Repeated | undefined {
  const holder = findHolder(value);
  if (!isObject(holder)) return undefined;
  const name = Object.keys(holder).find((each) => holder[each] === probe);
  return name === undefined ? undefined : { value, holder, name };
}
