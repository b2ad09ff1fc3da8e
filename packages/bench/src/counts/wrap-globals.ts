import v8 from "node:v8";
import { longArray, type Metric } from "./metrics.ts";
import { tally } from "./tally.ts";

/** A call of a function as it was made, and what it returned. */
interface Call {
  readonly self: unknown;
  readonly input: readonly unknown[];
  readonly output: unknown;
}

type Constructor = new (...input: unknown[]) => object;

/** The functions of the runtime that the counting itself uses. They are not counted. */
export const uncounted = {
  setImmediate: globalThis.setImmediate,
  queueMicrotask: globalThis.queueMicrotask,
} as const;

const constructors: Readonly<Record<string, Metric>> = {
  AbortController: "abortControllers",
  Map: "maps",
  Set: "sets",
  Headers: "webObjects",
  Request: "webObjects",
  Response: "webObjects",
  URL: "webObjects",
  URLSearchParams: "webObjects",
  ReadableStream: "webObjects",
  TransformStream: "webObjects",
  WritableStream: "webObjects",
};

/** Methods of arrays that make new ones. */
const arrayMethods = ["concat", "filter", "flat", "flatMap", "map", "slice", "splice", "toSorted"];

/**
 * Counts from now on what programs of this process ask of the runtime. Clocks are stopped and chance is
 * taken away, so that nothing depends on them. Call it before the program is imported.
 */
export function wrapGlobals(): void {
  for (const [name, metric] of Object.entries(constructors)) wrapConstructor(name, metric);
  wrapCalls();
  wrapCopies();
  wrapArrays();
  v8.promiseHooks.onInit(() => tally.add("promises"));
  stopTimers();
  takeChance();
}

/** Counts timers, and lets none of them end: which of them would end during a count is chance. */
function stopTimers(): void {
  const day = 86_400_000;
  for (const name of ["setTimeout", "setInterval"] as const) {
    const original = globalThis[name];
    const counted = (callback: () => void, _delay?: number, ...input: []) => {
      tally.add("timers");
      return original(callback, day, ...input);
    };
    Object.defineProperty(globalThis, name, { value: counted, writable: true, configurable: true });
  }
}

function takeChance(): void {
  performance.now = () => 1_000;
  Date.now = () => 1_800_000_000_000;
  Math.random = () => 0.5;
  crypto.getRandomValues = (values) => {
    if (values instanceof Uint8Array) values.fill(7);
    return values;
  };
}

function wrapCalls(): void {
  count(globalThis, "setImmediate", "immediates");
  count(AbortSignal, "timeout", "timers");
  count(AbortSignal, "any", "abortControllers");
  count(EventTarget.prototype, "addEventListener", "listeners");
  count(JSON, "parse", "jsonParses");
  count(JSON, "stringify", "jsonStringifies");
  count(TextDecoder.prototype, "decode", "decodings");
  count(TextEncoder.prototype, "encode", "encodings");
  count(TextEncoder.prototype, "encodeInto", "encodings");
}

function wrapCopies(): void {
  const copied = (value: unknown) => tally.add("copiedBytes", sizeOf(value));
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
  wrap(typedArray, "set", ({ input: [source] }) => copied(source));
  wrap(typedArray, "slice", ({ output }) => copied(output));
  wrap(ArrayBuffer.prototype, "slice", ({ output }) => copied(output));
  wrap(Buffer, "concat", ({ output }) => copied(output));
  wrap(Buffer, "from", ({ output }) => copied(output));
}

function wrapArrays(): void {
  const made = ({ output }: Call) => tally.array(output);
  for (const name of arrayMethods) wrap(Array.prototype, name, made);
  for (const name of ["keys", "values", "entries"]) wrap(Object, name, made);
  wrap(Array, "from", made);
  wrap(String.prototype, "split", made);
  wrap(Array.prototype, "push", ({ input, output }) => {
    const grown = Number(output) > longArray && Number(output) - input.length <= longArray;
    if (grown) tally.add("longArrays");
  });
}

function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
  return 0;
}

function count(owner: object, name: string, metric: Metric): void {
  wrap(owner, name, () => tally.add(metric));
}

function wrap(owner: object, name: string, note: (call: Call) => void): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") throw new Error(`There is no function "${name}".`);
  const value = function (this: unknown, ...input: unknown[]) {
    const output: unknown = Reflect.apply(original, this, input);
    note({ self: this, input, output });
    return output;
  };
  Object.assign(value, original);
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

function wrapConstructor(name: string, metric: Metric): void {
  const original = Reflect.get(globalThis, name) as Constructor;
  const counted: Constructor = new Proxy(original, {
    construct(target, input, newTarget: unknown): object {
      tally.add(metric);
      return Reflect.construct(
        target,
        input,
        newTarget === counted ? target : (newTarget as Constructor),
      );
    },
  });
  Object.defineProperty(globalThis, name, { value: counted, writable: true, configurable: true });
}
