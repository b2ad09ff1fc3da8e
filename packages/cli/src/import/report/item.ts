/** A place in the file: names and indexes from its root. */
export type Path = readonly (string | number)[];

/** What became of a setting: the same, something close, or nothing. */
export type Outcome = "carried" | "changed" | "impossible";

/** One setting of the file, and what became of it. */
export interface Item {
  readonly outcome: Outcome;
  readonly path: Path;
  /** One or two sentences for people. */
  readonly message: string;
}

/** Collects items. */
export interface Notes {
  /** Everything so far, in the order of the calls. */
  readonly items: readonly Item[];
  /** The result does the same. */
  carried(path: Path, message: string): void;
  /** The result does something close to it, or needs something of you. */
  changed(path: Path, message: string): void;
  /** The result does nothing of the kind. */
  impossible(path: Path, message: string): void;
}

/** Notes without items. */
export function createNotes(): Notes {
  const items: Item[] = [];
  const add = (outcome: Outcome) => (path: Path, message: string) => {
    items.push({ outcome, path, message });
  };
  return {
    items,
    carried: add("carried"),
    changed: add("changed"),
    impossible: add("impossible"),
  };
}

/** A path as a JSON pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
