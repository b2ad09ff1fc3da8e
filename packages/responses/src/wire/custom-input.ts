import { isObject, parseJson } from "@diglot/core/formats";

/** The only argument of the function as which other formats know a tool with free text. */
const member = "input";

/** The parameters of such a function. `grammar` says what the text must look like. */
export function toCustomParameters(grammar: string | undefined) {
  return {
    type: "object",
    properties: {
      [member]: { type: "string", ...(grammar !== undefined && { description: grammar }) },
    },
    required: [member],
    additionalProperties: false,
  } as const;
}

/** The arguments that carry a free text. */
export function toCustomArguments(input: string): string {
  return JSON.stringify({ [member]: input });
}

/** The free text that arguments carry; arguments of any other form are the text themselves. */
export function toCustomInput(json: string): string {
  const value = parseJson(json);
  const input = isObject(value) ? value[member] : undefined;
  return typeof input === "string" ? input : (toCutInput(json) ?? json);
}

/** The longest that a cut may leave of an escape: a backslash, `u` and three digits. */
const longestRest = 5;

/** The free text in arguments that were cut in its middle. */
function toCutInput(json: string): string | undefined {
  const start = /^\s*\{\s*"input"\s*:\s*"/.exec(json)?.[0].length;
  if (start === undefined) return undefined;
  for (let rest = 0; rest <= longestRest; rest++) {
    const text = parseJson(`"${json.slice(start, json.length - rest)}"`);
    if (typeof text === "string") return text;
  }
  return undefined;
}
