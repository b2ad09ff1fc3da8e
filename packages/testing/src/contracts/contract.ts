import type { MaybePromise } from "@diglot/core";
/**
 * One thing that a port promises. It fits every test runner:
 * `for (const { name, run } of ledgerContract(create)) it(name, run);`
 */
export interface ContractCase {
  /** A sentence about behaviour. */
  readonly name: string;
  /** Resolves if the promise is kept; rejects with an error that says what was expected, and what came. */
  run(): Promise<void>;
}

/** Time as a store under test sees it. */
export interface ContractClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets so many milliseconds pass. */
  advance(milliseconds: number): Promise<void> | void;
}

/** A fresh, empty store for one case. */
export interface Subject<Store> {
  readonly store: Store;
  /**
   * Opens another handle on the same data, as another process would. The cases of several processes
   * use it; absent: they use the one handle.
   */
  another?(): Promise<Store> | Store;
  /** The clock that was injected into the store; absent: real time. */
  readonly clock?: ContractClock | undefined;
  /** Is called at the end of the case, however it ends. */
  close?(): Promise<void> | void;
}

/** Makes a fresh subject for each case. */
export type CreateSubject<S> = () => Promise<S> | S;

/** Cases by their names. */
export type ContractTests<S> = Readonly<Record<string, (subject: S) => Promise<void>>>;

/** Binds tests to what they test. */
export function toCases<S extends Pick<Subject<unknown>, "close">>(
  create: CreateSubject<S>,
  tests: ContractTests<S>,
): readonly ContractCase[] {
  return Object.entries(tests).map(([name, test]) => ({
    name,
    async run() {
      const subject = await create();
      try {
        await test(subject);
      } finally {
        await subject.close?.();
      }
    },
  }));
}

/** Two handles on one store; the same one twice if it has only one. */
export async function openBoth<Store>(
  subject: Subject<Store>,
): Promise<readonly [one: Store, other: Store]> {
  return [subject.store, (await subject.another?.()) ?? subject.store];
}

/** Time of a subject: its injected clock, else real time. */
export function clockOf({ clock }: Pick<Subject<unknown>, "clock">): ContractClock {
  return clock ?? { now: () => Date.now(), advance: pause };
}

/** Waits in real time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Runs work for the numbers from 0 on, so many at once. */
export async function forEachNumber(
  count: number,
  atOnce: number,
  work: (number: number) => MaybePromise<unknown>,
): Promise<void> {
  let next = 0;
  async function runOn(): Promise<void> {
    while (next < count) await work(next++);
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, runOn));
}
