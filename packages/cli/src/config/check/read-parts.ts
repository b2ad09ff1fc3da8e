/** As much of a model as can be read, whatever else is wrong with it. */
export interface ReadModel {
  readonly index: number;
  readonly id: string | undefined;
  /** Whether it is described here, and is not a model in code. */
  readonly needsKind: boolean;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Reads a model. */
export function readModel(value: unknown, index: number): ReadModel {
  const members = toMembers(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const id = typeof members.id === "string" ? members.id : undefined;
  return { index, id, needsKind: isObject && members.respond === undefined, members };
}

/** The members of an object; none of anything else. */
export function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The entries of a list; none of anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The id that a member of a group names. */
export function toName(member: unknown): string | undefined {
  const name = typeof member === "object" ? toMembers(member).model : member;
  return typeof name === "string" ? name : undefined;
}
