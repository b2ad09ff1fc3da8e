/**
 * Work on a whole conversation, in steps that each take about as long as one turn. Whoever runs it may
 * let other work of the process run between two steps.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps without a pause. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same steps for everyone who asks: once they have run, their result is there at once. */
export function keepResult<Result extends object>(start: () => Steps<Result>): () => Steps<Result> {
  const keeper: Keeper<Result> = { start, kept: undefined };
  return () => runKept(keeper);
}

interface Keeper<Result> {
  readonly start: () => Steps<Result>;
  kept: Result | undefined;
}

/**
 * One generator function for all that keep a result. V8 gives each generator function that is called a
 * hidden class, and keeps that, with all that the function sees, until a full collection.
 */
function* runKept<Result extends object>(keeper: Keeper<Result>): Steps<Result> {
  if (keeper.kept) return keeper.kept;
  const result = yield* keeper.start();
  keeper.kept ??= result;
  return keeper.kept;
}

/** Turns or blocks that are one step together, because a step takes longer than most of them. */
const itemsPerStep = 8;

/** Whether a step ends behind the item at an index of its list. */
export function endsStep(index: number): boolean {
  return index % itemsPerStep === itemsPerStep - 1;
}

/** Like `flatMap`, with a step for every few items. */
export function* flatMapInSteps<Item, Mapped>(
  items: readonly Item[],
  toMapped: (item: Item) => readonly Mapped[],
): Steps<readonly Mapped[]> {
  const mapped: Mapped[] = [];
  for (let index = 0; index < items.length; index++) {
    for (const one of toMapped(items[index] as Item)) mapped.push(one);
    if (endsStep(index)) yield;
  }
  return mapped;
}
