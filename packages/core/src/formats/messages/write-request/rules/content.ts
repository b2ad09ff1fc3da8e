import type { Rule, Rules } from "../../../../conversation/rules.js";

const blank: Rule = {
  outcome: "reshaped",
  reason: "Text that is empty or only white space is left out; this wire refuses it.",
};

/** Instructions before the first turn. */
export const systemRules = {
  notText: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint takes instructions only as text.",
  },
} as const satisfies Rules;

/** Roles of turns. */
export const turnRoleRules = {
  unknown: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint knows no messages of this role.",
  },
  wrapped: {
    outcome: "approximated",
    to: "messages.content",
    reason:
      "The model takes no instructions here; they stay in their place as text of the user in a fixed tag.",
  },
  hoisted: {
    outcome: "approximated",
    to: "system",
    reason: "The model takes no instructions here; they move to the front.",
  },
  lateRefused: {
    outcome: "refused",
    reason: "The model behind this endpoint takes instructions only before the first message.",
  },
  firstAssistant: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no first message of the assistant.",
  },
  prefillWithFormat: {
    outcome: "refused",
    reason:
      "The model behind this endpoint cannot continue a message of the assistant in a form that is asked for.",
  },
  prefillRefused: {
    outcome: "refused",
    whenWarned: "dropped",
    reason:
      "The model behind this endpoint does not continue a message of the assistant; append a message of the user.",
  },
} as const satisfies Rules;

/** Names of speakers. */
export const turnNameRules = {
  any: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no names of speakers.",
  },
} as const satisfies Rules;

/** The blocks of a turn, whatever their type. */
export const turnBlocksRules = {
  emptyAssistant: { outcome: "dropped", reason: "A message of the assistant says nothing." },
  emptyUser: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no message of the user that says nothing.",
  },
  emptySystem: { outcome: "no_op", reason: "Instructions that say nothing change nothing." },
  noTurns: {
    outcome: "refused",
    whenWarned: "approximated",
    to: "messages",
    reason:
      "The model behind this endpoint does not answer instructions alone; the last of them can be the message.",
  },
} as const satisfies Rules;

/** Texts. */
export const blockTextRules = {
  blank,
  trimmed: {
    outcome: "reshaped",
    reason: "White space at the end of the assistant's last text is cut; this wire refuses it.",
  },
} as const satisfies Rules;

/** Refusals of earlier turns. */
export const blockRefusalRules = {
  asText: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "A refusal of an earlier turn becomes text.",
  },
  blank,
} as const satisfies Rules;

/** Images. */
export const blockImageRules = {
  misplaced: {
    outcome: "refused",
    reason: "The model behind this endpoint takes images only from users and tools.",
  },
  title: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no titles of images.",
  },
  detailAuto: { outcome: "no_op", reason: "The model chooses the detail itself." },
  detail: {
    outcome: "dropped",
    reason: "The model behind this endpoint chooses the detail itself.",
  },
} as const satisfies Rules;

/** Documents. */
export const blockDocumentRules = {
  misplaced: {
    outcome: "refused",
    reason: "The model behind this endpoint takes documents only from users and tools.",
  },
} as const satisfies Rules;

/** Sounds. */
export const blockAudioRules = {
  any: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint takes no audio.",
  },
} as const satisfies Rules;

/** Bytes, addresses and ids of files. */
export const sourceRules = {
  alias: {
    outcome: "reshaped",
    reason: "The media type gets its proper name.",
  },
  asImage: {
    outcome: "reshaped",
    to: "image",
    reason: "A file that is an image becomes an image block.",
  },
  asText: {
    outcome: "reshaped",
    to: "text",
    reason: "A file of text becomes a document of its decoded text.",
  },
  mediaType: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take files of this media type.",
  },
  bytes: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint takes images by address only.",
  },
  address: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not fetch addresses of this kind.",
  },
  fileId: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The id of a file means nothing to the model behind this endpoint.",
  },
} as const satisfies Rules;

/** Reasoning. */
export const blockThinkingRules = {
  noSignature: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no thoughts without its own signature.",
  },
  misplaced: {
    outcome: "dropped",
    reason: "Only messages of the assistant have thoughts.",
  },
} as const satisfies Rules;

/** Reasoning that only its maker can read. */
export const blockRedactedThinkingRules = {
  misplaced: { outcome: "dropped", reason: "Only messages of the assistant have thoughts." },
} as const satisfies Rules;

/** Tool calls. */
export const blockToolCallRules = {
  rawArguments: {
    outcome: "approximated",
    to: "messages.content.input._raw_arguments",
    reason: "Arguments that are no JSON object are wrapped in one, as text.",
  },
  renamed: {
    outcome: "reshaped",
    to: "messages.content.name",
    reason: "A name that the model does not take gets a legal one, the same everywhere.",
  },
  newId: {
    outcome: "reshaped",
    to: "messages.content.id",
    reason: "An id that is not legal or not unique gets another one, as on its result.",
  },
  unanswered: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes no tool call without its result in the next message.",
  },
  answered: {
    outcome: "approximated",
    reason: "A call without a result gets one that says so.",
  },
  misplaced: {
    outcome: "refused",
    reason: "The model behind this endpoint takes tool calls only from the assistant.",
  },
} as const satisfies Rules;

/** Tool results. */
export const blockToolResultRules = {
  late: {
    outcome: "approximated",
    reason: "Tool results move directly behind their calls, before anything else.",
  },
  orphan: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes a tool result only if it answers a call of the message before.",
  },
  orphanAsText: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "A result without a call becomes text of the user.",
  },
  repeated: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only one result for each tool call.",
  },
  repeatDropped: { outcome: "dropped", reason: "A call keeps its first result only." },
} as const satisfies Rules;

/** Cache control. */
export const blockCacheRules = {
  moved: {
    outcome: "reshaped",
    to: "cache_control",
    reason: "The mark of a block that cannot have one moves to the block before it.",
  },
  lost: { outcome: "dropped", reason: "There is no block before it that could be marked." },
  lifetime: {
    outcome: "approximated",
    to: "cache_control.ttl",
    reason: "The model keeps marked input for five minutes or an hour.",
  },
  tooMany: {
    outcome: "refused",
    reason: "The model behind this endpoint takes at most 4 cache marks.",
  },
  order: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes cache marks of an hour only before those of five minutes.",
  },
  contradicts: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes no mark on the whole request that differs in lifetime from the one on its last block.",
  },
  automatic: { outcome: "no_op", reason: "The model caches prompts without marks." },
  none: { outcome: "dropped", reason: "The model behind this endpoint has no prompt cache." },
} as const satisfies Rules;
