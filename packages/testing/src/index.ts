export {
  type ModelYield,
  redactedThinking,
  refusal,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
export type { SpokenFormat } from "./common/formats.js";
export type { Choice, Random } from "./common/random.js";
export type { Call, RecordedAnswer, RecordedRequest } from "./fake/calls/call.js";
export { checkTurn, checkTurns } from "./fake/check/check-turn.js";
export { createFake } from "./fake/create-fake.js";
export type { Fake, FakeOptions, Listener } from "./fake/fake.js";
export { FakeError } from "./fake/fake-error.js";
export { createManualClock, type ManualClock } from "./fake/manual-clock.js";
export type {
  Matcher,
  MatcherParts,
  ObservedRequest,
  ObservedToolResult,
  TextMatcher,
} from "./fake/script/matcher.js";
export type { ScriptedToolCall, Turn, TurnFunction, TurnParts } from "./fake/turns/turn.js";
export { type ChaosFault, type ChaosOptions, chaos } from "./faults/chaos.js";
export { describeFaults } from "./faults/describe-faults.js";
export type { Chunks, Fault, Place } from "./faults/fault.js";
export { type ErrorEventOptions, type ErrorFaultOptions, faults } from "./faults/faults.js";
export type { FaultedRequest, FaultPlan, Faults } from "./faults/plan.js";
export { withFaults } from "./faults/with-faults.js";
export type { ResultContent } from "./matchers/assertions/tool-results.js";
export { conversationLines } from "./matchers/conversations/conversation-lines.js";
export type { ExpectedParts, ExpectedTurn } from "./matchers/conversations/expected-turn.js";
export { type FakeMatchers, matchers } from "./matchers/matchers.js";
export type { MatchResult } from "./matchers/result.js";
export type { Subject } from "./matchers/subject.js";
export { type RecordOptions, record } from "./tape/recording/record.js";
export type { ReplayTiming } from "./tape/replaying/pace.js";
export { type ReplayOptions, replay } from "./tape/replaying/replay.js";
export type { Secret } from "./tape/secrets/redact.js";
export { createTape } from "./tape/store/create-tape.js";
export { createFileTape } from "./tape/store/file-tape.js";
export { structureOf } from "./tape/structure/structure.js";
export type {
  NamedConversation,
  RecordedError,
  RecordedExchange,
  RecordedReply,
  Tape,
  TapedConversation,
  TapedConversations,
  TimedEvent,
} from "./tape/tape.js";
