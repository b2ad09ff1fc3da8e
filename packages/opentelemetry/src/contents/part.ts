/** A part of a message, in the form of the convention; its type says what else it has. */
export interface Part {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A message, in the form of the convention. */
export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** The most lists and objects in arguments that are shown as JSON: `JSON.stringify` fails on deeper ones. */
const mostContainers = 1_000;

/** The arguments of a call as an object, or as text if they are none, such as those of a cut reply. */
export function toArguments(json: string): unknown {
  if ((json.match(/[[{]/g)?.length ?? 0) > mostContainers) return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
