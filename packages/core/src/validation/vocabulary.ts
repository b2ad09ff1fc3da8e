import {
  all,
  anything,
  type Check,
  choose,
  deferred,
  either,
  finds,
  fits,
  is,
  isHidden,
} from "./check.js";
import { checkOptions } from "./check-options.js";
import { like, type OtherChecks } from "./like.js";
import {
  listOf,
  type MemberCheck,
  type MemberChecks,
  mapOf,
  members,
  port,
  shape,
} from "./objects.js";
import {
  amount,
  callback,
  count,
  flag,
  matching,
  name,
  oneOf,
  positive,
  size,
  text,
  whole,
} from "./values.js";
import type { Find } from "./words.js";

/**
 * How the packages of Diglot check what they are given: `checkOptions` with a table of `members`. A
 * member of the type that has no check does not compile; whoever passes another one is told the
 * nearest that there is.
 *
 * @example
 * const { checkOptions, members, size } = checks;
 * checkOptions("createCounter", options, members<CounterOptions>({ step: size }));
 */
export interface Checks {
  /**
   * Holds what a function was given against a check. `user` is the function's name, `path` what the
   * value is called; by default it is the options.
   * @throws TypeError that names the function, the place and the cure
   */
  checkOptions(user: string, value: unknown, check: Check, path?: string): void;
  /** Whether a value fits a check, for those who have a sentence of their own. */
  fits(check: Check, value: unknown): boolean;
  /** A check that is built when it is first used: importing it costs nothing. */
  deferred(build: () => Check): Check;
  /**
   * A check with its own sentences: the whole sentence about a value at a path, without its full stop, or
   * `undefined` if the value fits. It gets an empty path until its sentence is needed.
   */
  finds(find: Find): Check;
  /** The check that a value itself decides on. */
  choose(pick: (value: unknown) => Check): Check;
  /** An object with these members, and perhaps with others; `what` completes "must be". */
  shape(what: string, members: Readonly<Record<string, MemberCheck>>): Check;
  /** An object with these members and no others. */
  members<T extends object>(checks: MemberChecks<T>): Check;
  /** An object whose members are of the same kinds as defaults, and these others. */
  like<T extends object>(defaults: T, others: OtherChecks<T>): Check;
  /** An object of which every value fits. */
  mapOf(check: Check): Check;
  /** A list of which every entry fits, with at least so many entries. */
  listOf(check: Check, minimum?: 0 | 1): Check;
  /** An object or a function with these functions; `what` completes "must be". */
  port<T>(what: string, ...functions: readonly (keyof T & string)[]): Check;
  /** A value of which a question holds; a string that does not fit is shown. */
  is(what: string, holds: (value: unknown) => boolean): Check;
  /** The same for what may hold a secret, which no message shows. */
  isHidden(what: string, holds: (value: unknown) => boolean): Check;
  /** One of these words. */
  oneOf<T extends string>(...words: readonly T[]): Check;
  /** A string that matches a pattern. */
  matching(what: string, pattern: RegExp): Check;
  /** A whole number within these limits. */
  whole(minimum: number, maximum?: number): Check;
  /** The first check for values of which the question holds, the second for all others. */
  either(asks: (value: unknown) => boolean, check: Check, otherwise: Check): Check;
  /** Every one of these checks. */
  all(...checks: readonly Check[]): Check;
  /** Anything. */
  readonly anything: Check;
  /** A string, one that is not empty, true or false, and a function. */
  readonly text: Check;
  readonly name: Check;
  readonly flag: Check;
  readonly callback: Check;
  /** A whole number of 0 or more, and one above 0. */
  readonly count: Check;
  readonly size: Check;
  /** A number above 0, which may be infinite, and a finite number of 0 or more. */
  readonly positive: Check;
  readonly amount: Check;
}

/** The checks. */
export const checks: Checks = {
  all,
  amount,
  anything,
  callback,
  checkOptions,
  choose,
  count,
  deferred,
  either,
  finds,
  fits,
  flag,
  is,
  isHidden,
  like,
  listOf,
  mapOf,
  matching,
  members,
  name,
  oneOf,
  port,
  positive,
  shape,
  size,
  text,
  whole,
};
