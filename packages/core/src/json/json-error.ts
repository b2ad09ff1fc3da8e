/** What the structure of a text must not exceed. */
export interface StructureLimits {
  readonly jsonDepth: number;
  /** Elements of lists and members of objects; an empty list or object counts twice. */
  readonly jsonValues: number;
  /** Members of one object, repeated names included. */
  readonly objectMembers: number;
  /**
   * Distinct names of members. Each may cost an object several times its memory. They are counted only
   * in texts that are not parsed at once. @default no limit
   */
  readonly jsonNames?: number;
}

/** A text that is not JSON, or exceeds a limit. */
export class JsonError extends Error {
  /**
   * @param fault whether it is not UTF-8 or not JSON, or the limit that it exceeds
   * @param position the first character that does not fit, where it is known; the length of the text,
   * if more is missing
   */
  constructor(
    readonly fault: "encoding" | "syntax" | keyof StructureLimits,
    readonly position?: number,
  ) {
    super(`The JSON text is at fault: ${fault}.`);
  }
}
