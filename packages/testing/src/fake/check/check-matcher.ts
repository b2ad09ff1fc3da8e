import { type Check, checks } from "@diglot/core";
import { spokenFormats } from "../../common/formats.js";
import { isFunction, isText } from "../../common/kinds.js";
import type { MatcherParts } from "../script/matcher.js";

const { anything, count, either, flag, is, listOf, members, oneOf, size, text } = checks;

const textMatcher = is(
  "a string or a regular expression",
  (value) => isText(value) || value instanceof RegExp,
);

type ToolResultMatcher = NonNullable<MatcherParts["toolResult"]>;

/** What a request must be. */
export const validMatcher: Check = either(
  isFunction,
  anything,
  members<MatcherParts>({
    model: textMatcher,
    format: oneOf(...spokenFormats),
    stream: flag,
    system: textMatcher,
    user: textMatcher,
    tools: either(isText, anything, listOf(text)),
    toolResult: members<ToolResultMatcher>({ name: text, callId: text, text: textMatcher }),
    turns: count,
    choices: size,
  }),
);
