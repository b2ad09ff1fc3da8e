import { withThousands } from "../errors/with-thousands.js";
import { type Check, is, isHidden } from "./check.js";

/** A string. */
export const text = /* @__PURE__ */ is("a string", isString);
/** A string that is not empty. */
export const name = /* @__PURE__ */ is(
  "a string that is not empty",
  (value) => isString(value) && value !== "",
);
/** True or false. */
export const flag = /* @__PURE__ */ is("true or false", (value) => typeof value === "boolean");
/** A number above 0; `Infinity` stands for no limit. */
export const positive = /* @__PURE__ */ is("a number above 0", (value) => isNumber(value, 0));
/** A finite number above 0. */
export const finite = /* @__PURE__ */ is(
  "a finite number above 0",
  (value) => isNumber(value, 0) && value < Number.POSITIVE_INFINITY,
);
/** A finite number of 0 or more. */
export const amount = /* @__PURE__ */ is(
  "a finite number of 0 or more",
  (value) => value === 0 || (isNumber(value, 0) && value < Number.POSITIVE_INFINITY),
);
/** A number of 0 or more; `Infinity` stands for no limit. */
export const limit = /* @__PURE__ */ is(
  "a number of 0 or more",
  (value) => value === 0 || isNumber(value, 0),
);
/** A whole number above 0. */
export const size = /* @__PURE__ */ whole(1);
/** A whole number of 0 or more. */
export const count = /* @__PURE__ */ whole(0);
/** A regular expression. */
export const pattern = /* @__PURE__ */ is(
  "a regular expression",
  (value) => value instanceof RegExp,
);
/** A function. */
export const callback = /* @__PURE__ */ isHidden("a function", isFunction);

/** A whole number within these limits. */
export function whole(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Check {
  const range =
    maximum === Number.MAX_SAFE_INTEGER
      ? `of at least ${minimum}`
      : `from ${minimum} to ${withThousands(maximum)}`;
  return is(
    `a whole number ${range}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  );
}

/** One of these words. */
export function oneOf<T extends string>(...words: readonly T[]): Check {
  return is(`one of ${words.join(", ")}`, (value) => words.some((word) => word === value));
}

/** A string that matches a pattern; `what` completes "must be". */
export function matching(what: string, pattern: RegExp): Check {
  return is(what, (value) => isString(value) && pattern.test(value));
}

/** Whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value is a function. */
export function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isNumber(value: unknown, above: number): value is number {
  return typeof value === "number" && value > above;
}
