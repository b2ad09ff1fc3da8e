/** Timers as they are, also in tests whose time stands still. */
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis;

/** Milliseconds after which a test gives up what must come: generous, as machines may be busy. */
const patience = 30_000;

/** Waits so many milliseconds of real time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setRealTimeout(resolve, milliseconds));
}

/** Lets all work run that waits only for promises. */
export function flushPromises(): Promise<void> {
  return pause(0);
}

/**
 * Waits until a probe has a value other than `undefined` and `false`, and returns it.
 * @throws an error that quotes the probe if it has none within 30 s, or so many milliseconds
 */
export async function until<T>(
  probe: () => T | Promise<T>,
  milliseconds = patience,
): Promise<Exclude<T, undefined | false>> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    if (performance.now() > deadline) {
      throw new Error(`Waited ${milliseconds} ms in vain for ${probe}; it is ${value}.`);
    }
    await pause(2);
  }
}

/** The value of a counter, not zero, once it has stood still for a tenth of a second. */
export async function untilStill(counter: () => number): Promise<number> {
  let value = counter();
  // Many short waits: each gives the sockets a chance, also on a machine that is busy.
  for (let same = 0; same < 20; same += 1) {
    await pause(5);
    if (value === 0 || counter() !== value) same = 0;
    value = counter();
  }
  return value;
}

/** The outcome of a promise. @throws an error unless it is settled within 30 s, or so many milliseconds */
export async function inTime<T>(promise: Promise<T>, milliseconds = patience): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`It took longer than ${milliseconds} ms.`));
    timer = setRealTimeout(fail, milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearRealTimeout(timer));
}

/** A promise and the function that fulfils it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** A promise that a test fulfils. */
export function deferred<T = void>(): Deferred<T> {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
}
