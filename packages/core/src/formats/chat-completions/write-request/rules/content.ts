import {
  lateResult,
  repeatedResult,
  tooManyCacheControls,
} from "../../../../conversation/receipt/request-rules.js";
import type { Rules } from "../../../../conversation/receipt/rules.js";

/** Instructions before the first turn. */
export const systemRules = {
  joined: {
    outcome: "reshaped",
    to: "messages",
    reason: "The upstream takes instructions as one string; they are joined with blank lines.",
  },
  attribution: {
    outcome: "no_op",
    reason: "A line that changes with every request would make prompt caching useless.",
  },
  notText: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only text as instructions.",
  },
} as const satisfies Rules;

/** The list of turns. */
export const turnsRules = {
  empty: { outcome: "dropped", reason: "The turn has no content left." },
  nothing: {
    outcome: "refused",
    reason:
      "The model behind this endpoint needs a message, and none of this request says anything.",
  },
  noPrefill: {
    outcome: "refused",
    reason:
      "The model behind this endpoint does not continue a turn of the assistant. Append a user message.",
  },
  filled: {
    outcome: "approximated",
    reason: "The upstream requires an assistant message between a tool result and a user message.",
  },
  joined: {
    outcome: "approximated",
    reason:
      "The upstream requires alternating roles, so adjacent turns of one role become one message.",
  },
} as const satisfies Rules;

/** Roles of turns. */
export const turnRoleRules = {
  wrapped: {
    outcome: "approximated",
    to: "messages",
    reason: "The upstream takes no instructions in the middle; they become user text inside a tag.",
  },
  hoisted: {
    outcome: "approximated",
    to: "messages",
    reason:
      "The upstream takes no instructions in the middle of the conversation; they move to the front.",
  },
  lateRefused: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes no instructions in the middle of the conversation.",
  },
  unknown: {
    outcome: "refused",
    reason: "The model behind this endpoint does not know this role.",
  },
} as const satisfies Rules;

/** The blocks of a turn, whatever their type. */
export const turnBlocksRules = {
  misplaced: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no block of this type in this place.",
  },
} as const satisfies Rules;

/** Texts. */
export const blockTextRules = {
  joined: {
    outcome: "reshaped",
    to: "messages.content",
    reason:
      "The upstream takes a message's text as one string; the parts are joined with blank lines.",
  },
  beforeCalls: {
    outcome: "reshaped",
    to: "messages.content",
    reason: "In a message of this format, text always comes before tool calls.",
  },
} as const satisfies Rules;

/** Images. */
export const blockImageRules = {
  sent: {
    outcome: "exact",
    to: "messages.content.image_url",
    reason: "Inline data becomes a data URL.",
  },
  unsupported: {
    outcome: "refused",
    whenWarned: "approximated",
    to: "text",
    reason: "The model behind this endpoint takes no images of this kind.",
  },
  file: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot read a file by its id.",
  },
} as const satisfies Rules;

/** Documents. */
export const blockDocumentRules = {
  sent: {
    outcome: "exact",
    to: "messages.content.file",
    reason: "Inline data becomes a data URL.",
  },
  framed: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "Its text is sent in a frame, with its title and context.",
  },
  context: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "Its context becomes a text before it.",
  },
  unsupported: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no documents of this kind.",
  },
  file: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot read a file by its id.",
  },
} as const satisfies Rules;

/** Sounds. */
export const blockAudioRules = {
  sent: { outcome: "exact", to: "messages.content.input_audio", reason: "It is sent unchanged." },
  unsupported: { outcome: "refused", reason: "The model behind this endpoint takes no audio." },
} as const satisfies Rules;

/** Reasoning. */
export const blockThinkingRules = {
  echoed: {
    outcome: "exact",
    to: "messages.reasoning_content",
    reason: "The upstream needs its reasoning back, in the member that its capabilities name.",
  },
  hidden: {
    outcome: "dropped",
    reason:
      "The upstream needs its reasoning back, but it was hidden from the caller and is not in the reasoning store.",
  },
  unproven: {
    outcome: "no_op",
    reason:
      "Only the vendor that made a signature can use it; it is sent only in `reasoning_details`.",
  },
  left: { outcome: "no_op", reason: "Earlier reasoning may be left out." },
} as const satisfies Rules;

/** Reasoning that only its maker can read. */
export const blockRedactedThinkingRules = {
  echoed: {
    outcome: "exact",
    to: "messages.reasoning_details",
    reason: "The upstream needs its reasoning back, hidden reasoning too.",
  },
  left: { outcome: "no_op", reason: "Only the vendor of this reasoning can read it." },
} as const satisfies Rules;

/** Tool calls. */
export const blockToolCallRules = {
  newId: {
    outcome: "reshaped",
    to: "messages.tool_calls.id",
    reason:
      "The upstream does not take this id, or it was used before; call and result get a new one.",
  },
  unanswered: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes a tool call only with its result in the next turn.",
  },
  answered: {
    outcome: "approximated",
    reason: "The call has no result in the next turn, so an error is added as its result.",
  },
} as const satisfies Rules;

/** Tool results. */
export const blockToolResultRules = {
  joined: {
    outcome: "reshaped",
    to: "messages.content",
    reason: "The upstream takes a result as one string; its parts are joined with line breaks.",
  },
  error: {
    outcome: "approximated",
    to: "messages.content",
    reason:
      "This format has no error flag for tool results, so the text begins with an error note.",
  },
  attached: {
    outcome: "approximated",
    to: "messages",
    reason: "The upstream takes no attachments in results; they follow in a user message.",
  },
  late: lateResult,
  orphan: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes a tool result only if it answers a call of the turn before.",
  },
  orphanAsText: {
    outcome: "approximated",
    to: "text",
    reason: "The result belongs to no call in the turn before; it becomes text.",
  },
  repeated: repeatedResult,
  repeatDropped: { outcome: "dropped", reason: "The call already has a result." },
} as const satisfies Rules;

/** Cache control. */
export const blockCacheRules = {
  automatic: { outcome: "no_op", reason: "The upstream caches by itself." },
  breakpoint: {
    outcome: "reshaped",
    to: "prompt_cache_breakpoint",
    reason: "The upstream takes cache control in another form, with lifetimes of its own.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The upstream takes no cache control; all of it is left out.",
  },
  lost: { outcome: "dropped", reason: "The content with this cache control is not sent." },
  tooMany: tooManyCacheControls,
} as const satisfies Rules;
