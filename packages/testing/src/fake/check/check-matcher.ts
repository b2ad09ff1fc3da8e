import { formatNames } from "../../common/formats.js";
import type { Matcher } from "../script/matcher.js";
import {
  type Check,
  count,
  either,
  flag,
  is,
  isText,
  listOf,
  members,
  oneOf,
  size,
  text,
} from "./check.js";

const textMatcher = is(
  "a text or a regular expression",
  (value) => isText(value) || value instanceof RegExp,
);
const isFunction = (value: unknown) => typeof value === "function";
const anyFunction: Check = () => {};

/** What a request must be. */
export const checkWhen: Check = either(
  isFunction,
  anyFunction,
  members({
    model: textMatcher,
    format: oneOf(formatNames),
    stream: flag,
    system: textMatcher,
    user: textMatcher,
    tools: either(isText, text, listOf(text)),
    toolResult: members({ name: text, callId: text, text: textMatcher }),
    turns: count,
    choices: size,
  }),
);

/**
 * A matcher as it was given.
 * @throws TypeError that names the member that cannot be
 */
export function checkMatcher(value: unknown, place: string): Matcher {
  checkWhen(value, place);
  return value as Matcher;
}
