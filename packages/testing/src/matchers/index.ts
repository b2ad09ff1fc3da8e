export type { ResultContent } from "./assertions/tool-results.js";
export { conversationLines } from "./conversations/conversation-lines.js";
export type { ExpectedParts, ExpectedTurn } from "./conversations/expected-turn.js";
export { type FakeMatchers, matchers } from "./matchers.js";
export type { MatchResult } from "./result.js";
export type { Subject } from "./subject.js";
