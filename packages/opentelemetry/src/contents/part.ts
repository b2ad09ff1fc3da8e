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

/** The arguments of a call as an object, or as text if they are none, such as those of a cut reply. */
export function toArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
