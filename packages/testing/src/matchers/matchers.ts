import type { Usage } from "@diglot/core";
import type { TextMatcher } from "../fake/script/matcher.js";
import { toMatchConversation } from "./assertions/conversation.js";
import {
  toHaveBeenAborted,
  toHaveBeenSatisfied,
  toHaveReceivedRequests,
} from "./assertions/requests.js";
import {
  toHaveAnswered,
  toHaveReceivedModel,
  toHaveReceivedSystem,
  toHaveReceivedText,
} from "./assertions/texts.js";
import { toHaveCalledTool } from "./assertions/tool-calls.js";
import { type ResultContent, toHaveReceivedToolResult } from "./assertions/tool-results.js";
import { toHaveReceivedTool } from "./assertions/tools.js";
import { toHaveUsage } from "./assertions/usage.js";
import type { ExpectedTurn } from "./conversations/expected-turn.js";

/** All matchers, for `expect.extend` of any runner that follows Jest's. */
export const matchers = {
  toHaveBeenSatisfied,
  toHaveReceivedRequests,
  toHaveReceivedTool,
  toHaveReceivedToolResult,
  toHaveReceivedText,
  toHaveReceivedSystem,
  toHaveReceivedModel,
  toHaveAnswered,
  toHaveCalledTool,
  toHaveUsage,
  toHaveBeenAborted,
  toMatchConversation,
} as const satisfies Readonly<Record<keyof FakeMatchers<void>, unknown>>;

/** What `expect(fake)` and `expect(call)` can do with `matchers`; `R` is what an assertion returns. */
export interface FakeMatchers<R> {
  /** Of a fake: no request was unexpected, and nothing of the script is left. */
  toHaveBeenSatisfied(): R;
  /** Of a fake: so many requests came. */
  toHaveReceivedRequests(count: number): R;
  /** Some request offered a tool of that name; with a JSON Schema: with exactly these parameters. */
  toHaveReceivedTool(name: string, parameters?: Readonly<Record<string, unknown>>): R;
  /** Some request held a result of that tool; with this part of its text, pattern, or JSON value. */
  toHaveReceivedToolResult(name: string, content?: ResultContent): R;
  /** The last turn of the user held this text, in some request. */
  toHaveReceivedText(text: TextMatcher): R;
  /** The instructions held this text, in some request. */
  toHaveReceivedSystem(text: TextMatcher): R;
  /** A model of this whole name, or one that the pattern fits, was asked for. */
  toHaveReceivedModel(name: TextMatcher): R;
  /** An answer that went out whole held this text, or refused with it. */
  toHaveAnswered(text: TextMatcher): R;
  /** An answer that went out whole called that tool; with arguments: with exactly these. */
  toHaveCalledTool(name: string, args?: Readonly<Record<string, unknown>>): R;
  /** The counts are these, of the kinds given; of a fake, the sums over its whole answers. */
  toHaveUsage(usage: Usage): R;
  /** The caller left before all of the answer was read. */
  toHaveBeenAborted(): R;
  /** The conversation is this one, block by block; of a fake, that of its last request. */
  toMatchConversation(turns: readonly ExpectedTurn[]): R;
}
