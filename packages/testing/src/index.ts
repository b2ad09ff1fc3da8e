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
export type { Call, RecordedAnswer, RecordedRequest } from "./fake/call.js";
export { checkTurn, checkTurns } from "./fake/check/check-turn.js";
export { createFake } from "./fake/create-fake.js";
export type { Fake, FakeOptions, Listener } from "./fake/fake.js";
export { FakeError } from "./fake/fake-error.js";
export { createManualClock, type ManualClock } from "./fake/manual-clock.js";
export type {
  Matcher,
  MatcherParts,
  SeenRequest,
  SeenToolResult,
  TextMatcher,
} from "./fake/matcher.js";
export type { ScriptedToolCall, Turn, TurnFunction, TurnParts } from "./fake/turn.js";
export { type ChaosFault, type ChaosOptions, chaos } from "./faults/chaos.js";
export { describeFaults } from "./faults/describe-faults.js";
export type { Chunks, Fault, Place } from "./faults/fault.js";
export { type ErrorEventOptions, type ErrorFaultOptions, faults } from "./faults/faults.js";
export type { FaultedRequest, FaultPlan, Faults } from "./faults/plan.js";
export { withFaults } from "./faults/with-faults.js";
export type { Choice, Random } from "./random.js";
export { createTape } from "./tape/create-tape.js";
export { createFileTape } from "./tape/file-tape.js";
export type { ReplayTiming } from "./tape/pace.js";
export { type RecordOptions, record } from "./tape/record.js";
export type { Secret } from "./tape/redact.js";
export { type ReplayOptions, replay } from "./tape/replay.js";
export { structureOf } from "./tape/structure.js";
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
