export { conversationLines } from "./conversation-lines.js";
export type { ExpectedParts, ExpectedTurn } from "./expected-turn.js";
export { type FakeMatchers, matchers } from "./matchers.js";
export type { MatchResult } from "./result.js";
export type { Subject } from "./subject.js";
export type { ResultContent } from "./tool-results.js";
