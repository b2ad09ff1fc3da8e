import {
  lateResult,
  repeatedResult,
  tooManyCacheControls,
} from "../../../../conversation/receipt/request-rules.js";
import type { Rule, Rules } from "../../../../conversation/receipt/rules.js";

const blank: Rule = {
  outcome: "reshaped",
  reason: "Text that is empty or only white space is left out, because this wire refuses it.",
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
    reason: "The model behind this endpoint does not know this role.",
  },
  wrapped: {
    outcome: "approximated",
    to: "messages.content",
    reason:
      "The model takes no instructions here; they become user text inside a tag, in the same place.",
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
    reason: "The model behind this endpoint does not accept an assistant message as the first one.",
  },
  prefillWithFormat: {
    outcome: "refused",
    reason:
      "The model behind this endpoint cannot continue an assistant message if the request sets the format of the reply.",
  },
  prefillRefused: {
    outcome: "refused",
    whenWarned: "dropped",
    reason:
      "The model behind this endpoint does not continue an assistant message. Append a user message.",
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
  emptyAssistant: { outcome: "dropped", reason: "The assistant message is empty." },
  emptyUser: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no empty user message.",
  },
  emptySystem: { outcome: "no_op", reason: "Empty instructions change nothing." },
  noTurns: {
    outcome: "approximated",
    to: "messages",
    reason:
      "The model behind this endpoint does not answer instructions without a message; the last instruction is sent as the message.",
  },
} as const satisfies Rules;

/** Text blocks. */
export const blockTextRules = {
  blank,
  trimmed: {
    outcome: "reshaped",
    reason:
      "White space at the end of the last assistant text is removed, because this wire refuses it.",
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
    reason: "The model behind this endpoint takes no titles for images.",
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

/** Audio clips. */
export const blockAudioRules = {
  any: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint takes no audio.",
  },
} as const satisfies Rules;

/** Data, URLs and ids of files. */
export const sourceRules = {
  alias: {
    outcome: "reshaped",
    reason: "The media type is replaced by its standard name.",
  },
  asImage: {
    outcome: "reshaped",
    to: "image",
    reason: "A file that is an image becomes an image block.",
  },
  asText: {
    outcome: "reshaped",
    to: "text",
    reason: "A text file becomes a document with its decoded text.",
  },
  mediaType: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take files of this media type.",
  },
  bytes: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint takes images only by URL.",
  },
  address: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not fetch URLs of this kind.",
  },
  fileId: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint cannot read a file by its id.",
  },
} as const satisfies Rules;

/** Reasoning. */
export const blockThinkingRules = {
  noSignature: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no thinking without its own signature.",
  },
  misplaced: {
    outcome: "dropped",
    reason: "Only assistant messages may contain thinking.",
  },
} as const satisfies Rules;

/** Encrypted reasoning that only its provider can read. */
export const blockRedactedThinkingRules = {
  misplaced: { outcome: "dropped", reason: "Only assistant messages may contain thinking." },
} as const satisfies Rules;

/** Tool calls. */
export const blockToolCallRules = {
  rawArguments: {
    outcome: "approximated",
    to: "messages.content.input._raw_arguments",
    reason: "Arguments that are not a JSON object are wrapped in one, as text.",
  },
  renamed: {
    outcome: "reshaped",
    to: "messages.content.name",
    reason:
      "A name that the model does not accept is replaced by a legal one, the same everywhere.",
  },
  newId: {
    outcome: "reshaped",
    to: "messages.content.id",
    reason: "An id that is not legal or not unique is replaced, on the call and on its result.",
  },
  unanswered: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes no tool call without its result in the next message.",
  },
  answered: {
    outcome: "approximated",
    reason: "A result is added to a call without one; it says that the result is missing.",
  },
  misplaced: {
    outcome: "refused",
    reason: "The model behind this endpoint takes tool calls only from the assistant.",
  },
} as const satisfies Rules;

/** Tool results. */
export const blockToolResultRules = {
  late: lateResult,
  orphan: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes a tool result only if it answers a call of the message before.",
  },
  orphanAsText: {
    outcome: "approximated",
    to: "messages.content.text",
    reason: "A result without a call becomes user text.",
  },
  repeated: repeatedResult,
  repeatDropped: { outcome: "dropped", reason: "A call keeps only its first result." },
} as const satisfies Rules;

/** Cache control. */
export const blockCacheRules = {
  moved: {
    outcome: "reshaped",
    to: "cache_control",
    reason: "Cache control on a block that cannot have it moves to the block before it.",
  },
  lost: {
    outcome: "dropped",
    reason: "There is no block before it that could have cache control.",
  },
  lifetime: {
    outcome: "approximated",
    to: "cache_control.ttl",
    reason: "The model caches input for five minutes or one hour.",
  },
  tooMany: tooManyCacheControls,
  order: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes cache control of one hour only before that of five minutes.",
  },
  contradicts: {
    outcome: "refused",
    reason:
      "The model behind this endpoint takes no cache control on the whole request with another lifetime than that on its last block.",
  },
  automatic: { outcome: "no_op", reason: "The model caches prompts without cache control." },
  none: { outcome: "dropped", reason: "The model behind this endpoint has no prompt cache." },
} as const satisfies Rules;
