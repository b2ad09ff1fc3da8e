/** What an example may take: what is left of it while the example is made. */
export interface Room {
  values: number;
  /** UTF-16 units of its JSON text, before anything is escaped. */
  characters: number;
  /** Strings that were filled so far. */
  strings: number;
  /** Work that may still be done, that for discarded alternatives included. */
  steps: number;
}

/** The limits of one example. */
export const exampleLimits = { values: 2_000, levels: 64, characters: 256 * 1024 } as const;

const mostSteps = 20_000;

/** What a new example may take. */
export function createRoom(): Room {
  const { values, characters } = exampleLimits;
  return { values, characters, strings: 0, steps: mostSteps };
}

/** Takes one step, and one more for each hundred of these members. Returns whether they were left. */
export function takeStep(room: Room, members = 0): boolean {
  room.steps -= 1 + Math.floor(members / 100);
  return room.steps >= 0;
}

/** Takes so many characters. Returns whether there was room for them. */
export function takeCharacters(room: Room, characters: number): boolean {
  room.characters -= characters;
  return room.characters >= 0 && takeStep(room, characters / 10);
}

/** What each value takes besides the characters of a string: punctuation, or a number. */
const valueCharacters = 8;

/** Takes the room of one value and of these characters of it. Returns whether there was room. */
export function takeValue(room: Room, characters = 0): boolean {
  room.values -= 1;
  return takeCharacters(room, valueCharacters + characters) && room.values >= 0;
}

/**
 * Takes the room of a value that exists already, with all values in it. It counts no further than
 * there is room, however large the value is.
 */
export function takeWhole(room: Room, value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (!takeValue(room, typeof next === "string" ? next.length : 0)) return false;
    if (typeof next !== "object" || next === null) continue;
    const names: readonly string[] = Array.isArray(next) ? [] : Object.keys(next);
    const inner: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!takeStep(room, names.length) || inner.length > room.values) return false;
    const letters = names.reduce((sum, name) => sum + name.length, 0);
    if (!takeCharacters(room, letters)) return false;
    left.push(...inner);
  }
  return true;
}
