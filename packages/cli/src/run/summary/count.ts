/** Counts how often each of several things has come. */
export interface Counter<Thing> {
  add(thing: Thing): void;
  /** What has come, the most frequent first. */
  list(): readonly Counted<Thing>[];
}

/** A thing, and how often it has come. */
export type Counted<Thing> = Thing & { readonly count: number };

/** Further kinds of things are not kept: messages may be different each time. */
const mostKinds = 200;

/** A counter of things that are the same if their members are. */
export function createCounter<Thing extends object>(): Counter<Thing> {
  const kinds = new Map<string, { readonly thing: Thing; count: number }>();
  return {
    add(thing) {
      const name = JSON.stringify(thing);
      const known = kinds.get(name);
      if (known) known.count += 1;
      else if (kinds.size < mostKinds) kinds.set(name, { thing, count: 1 });
    },
    list: () =>
      [...kinds.values()]
        .sort((one, other) => other.count - one.count)
        .map(({ thing, count }) => ({ count, ...thing })),
  };
}
