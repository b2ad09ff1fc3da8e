import type { Rules } from "../../../../conversation/rules.js";

/** Instructions before the first turn. */
export const systemRules = {
  joined: {
    outcome: "reshaped",
    to: "messages",
    reason: "The upstream takes instructions as one string; blank lines stand between them.",
  },
  attribution: {
    outcome: "no_op",
    reason: "A line that changes with every request would defeat every cache of prompts.",
  },
  notText: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only text as instructions.",
  },
} as const satisfies Rules;

/** The list of turns. */
export const turnsRules = {
  empty: { outcome: "dropped", reason: "Nothing of the turn is left." },
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
    reason: "The upstream wants words of the assistant between the result of a tool and a user.",
  },
  joined: {
    outcome: "approximated",
    reason: "The upstream wants turns that alternate, so neighbours of one role are one message.",
  },
} as const satisfies Rules;

/** Roles of turns. */
export const turnRoleRules = {
  wrapped: {
    outcome: "approximated",
    to: "messages",
    reason:
      "The upstream takes no instructions in the middle; they are told by the user, in a tag.",
  },
  hoisted: {
    outcome: "approximated",
    to: "messages",
    reason: "The upstream takes no instructions in the middle; they are moved to the front.",
  },
  refusedSystem: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no instructions in the middle.",
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
      "The upstream takes a message's text as one string; blank lines stand between the parts.",
  },
  beforeCalls: {
    outcome: "reshaped",
    to: "messages.content",
    reason: "Text stands before calls; a message cannot say it otherwise.",
  },
} as const satisfies Rules;

/** Images. */
export const blockImageRules = {
  sent: {
    outcome: "exact",
    to: "messages.content.image_url",
    reason: "Bytes become a data URL.",
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
  sent: { outcome: "exact", to: "messages.content.file", reason: "Bytes become a data URL." },
  framed: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "Its text stands in a frame with its title and what is said about it.",
  },
  context: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "What is said about it is a text before it.",
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
  sent: { outcome: "exact", to: "messages.content.input_audio", reason: "It is sent as it is." },
  unsupported: { outcome: "refused", reason: "The model behind this endpoint takes no sounds." },
} as const satisfies Rules;

/** Reasoning. */
export const blockThinkingRules = {
  echoed: {
    outcome: "exact",
    to: "messages.reasoning_content",
    reason: "The upstream wants its thoughts back, in the member that it names.",
  },
  hidden: {
    outcome: "dropped",
    reason:
      "The upstream wants its thoughts back, but they were hidden from the caller and are not remembered here.",
  },
  unproven: {
    outcome: "no_op",
    reason: "A signature only concerns its maker; it goes back in `reasoning_details` alone.",
  },
  left: { outcome: "no_op", reason: "Earlier thoughts may be left out." },
} as const satisfies Rules;

/** Reasoning that only its maker can read. */
export const blockRedactedThinkingRules = {
  echoed: {
    outcome: "exact",
    to: "messages.reasoning_details",
    reason: "The upstream wants its thoughts back, hidden ones too.",
  },
  left: { outcome: "no_op", reason: "Only their maker can read these thoughts." },
} as const satisfies Rules;

/** Tool calls. */
export const blockToolCallRules = {
  newId: {
    outcome: "reshaped",
    to: "messages.tool_calls.id",
    reason: "The upstream does not take this id, or it was there before; the result gets the same.",
  },
  unanswered: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes no tool call without its result in the next turn.",
  },
  answered: {
    outcome: "approximated",
    reason: "The call had no result in the next turn; an error stands for it.",
  },
} as const satisfies Rules;

/** Tool results. */
export const blockToolResultRules = {
  joined: {
    outcome: "reshaped",
    to: "messages.content",
    reason: "The upstream takes a result as one string; its parts stand on lines of their own.",
  },
  error: {
    outcome: "approximated",
    to: "messages.content",
    reason: "The wire has no mark for errors of tools, so the text begins with one.",
  },
  attached: {
    outcome: "approximated",
    to: "messages",
    reason: "The upstream takes no attachments in results; they follow in a message of the user.",
  },
  late: {
    outcome: "approximated",
    reason: "Results of tools move directly behind their calls, before anything else.",
  },
  orphan: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes a tool result only if it answers a call of the turn before.",
  },
  reported: {
    outcome: "approximated",
    to: "text",
    reason: "The result belongs to no call in the turn before; it is told as text.",
  },
  repeated: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only one result for each tool call.",
  },
  left: { outcome: "dropped", reason: "The call already has a result." },
} as const satisfies Rules;

/** Cache control. */
export const blockCacheRules = {
  automatic: { outcome: "no_op", reason: "The upstream caches by itself." },
  breakpoint: {
    outcome: "reshaped",
    to: "prompt_cache_breakpoint",
    reason: "The upstream takes marks of another form, with lifetimes of its own.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The upstream takes no marks for a prompt cache; all of them are left out.",
  },
  lost: { outcome: "dropped", reason: "What has the mark is not sent." },
  tooMany: {
    outcome: "refused",
    reason: "The model behind this endpoint takes at most 4 marks for the prompt cache.",
  },
} as const satisfies Rules;
