export type { Call, RecordedAnswer, RecordedRequest } from "./fake/call.js";
export type { Fake, FakeOptions, Listener } from "./fake/fake.js";
export { FakeError } from "./fake/fake-error.js";
export type {
  Matcher,
  MatcherParts,
  SeenRequest,
  SeenToolResult,
  TextMatcher,
} from "./fake/matcher.js";
export type { ScriptedToolCall, Turn, TurnFunction, TurnParts } from "./fake/turn.js";
export type { Chunks, Fault, Place } from "./faults/fault.js";
export type { FaultedRequest, FaultPlan, Faults } from "./faults/plan.js";
export type {
  RecordedExchange,
  RecordedReply,
  Tape,
  TapedConversation,
  TimedEvent,
} from "./tape/tape.js";
