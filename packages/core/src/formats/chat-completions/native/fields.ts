import { isObject } from "../../../json/value.js";
import { drop, idle, idleWhen, isEmpty, type OwnMember, refuse } from "./field-kinds.js";

const isDefault = "It is what happens anyway.";
const noSampler = "The model behind this endpoint does not take this sampling parameter.";
const noTracking = "The model behind this endpoint keeps no such record.";
const losesToNewer = "The newer name of the same field says something else, and counts.";
const sameReasoning = "The same thoughts are carried from another member.";
const noProof =
  "Another member carries the thoughts, or the model behind this endpoint cannot read them.";
const notOfReply = "It tells of an earlier reply and is not for the model.";
const notKnown = "The model behind this endpoint does not know this member.";
const notAllKnown = "The model behind this endpoint does not know all of its members.";

/** Members of the body. */
const bodyMembers: readonly OwnMember[] = [
  refuse("n", "The model behind this endpoint gives one answer at a time.", {
    noOp: idle("One answer is given anyway.", 1),
    firm: true,
  }),
  refuse("logprobs", "The model behind this endpoint tells no probabilities.", {
    noOp: idle(isDefault, false),
    firm: true,
  }),
  refuse("top_logprobs", "The model behind this endpoint tells no probabilities.", {
    noOp: idle(isDefault, 0),
    firm: true,
  }),
  refuse("logit_bias", "The model behind this endpoint takes no bias of tokens.", {
    noOp: idleWhen(isDefault, isEmpty),
  }),
  drop("presence_penalty", noSampler, idle(isDefault, 0)),
  drop("frequency_penalty", noSampler, idle(isDefault, 0)),
  ...[
    "min_p",
    "typical_p",
    "top_a",
    "repetition_penalty",
    "mirostat",
    "mirostat_tau",
    "mirostat_eta",
  ].map((field) => drop(field, noSampler)),
  drop("max_tokens", losesToNewer),
  drop("user", losesToNewer),
  drop("metadata", noTracking, idleWhen("It says nothing.", isEmpty)),
  drop("store", noTracking, idle(isDefault, false)),
  drop("prediction", "The model behind this endpoint takes no predicted answer."),
  refuse("modalities", "The model behind this endpoint answers in text only.", {
    noOp: idleWhen(
      isDefault,
      (value) => Array.isArray(value) && value.every((modality) => modality === "text"),
    ),
    firm: true,
  }),
  refuse("audio", "The model behind this endpoint answers in text only.", { firm: true }),
  refuse("web_search_options", "The model behind this endpoint does not search the web.", {
    firm: true,
  }),
  drop("prompt_cache_key", "The model behind this endpoint chooses its prompt cache itself."),
  drop("prompt_cache_retention", "The model behind this endpoint takes lifetimes on marks only."),
  {
    field: "prompt_cache_options",
    rule: {
      outcome: "approximated",
      reason: "Only the marks of the prompt cache are carried, with the lifetime of the options.",
    },
    idle: idleWhen(
      "The marks of the prompt cache say it.",
      (value) => isObject(value) && Object.keys(value).every((name) => name === "mode"),
    ),
  },
  drop(
    "verbosity",
    "The model behind this endpoint takes no verbosity.",
    idle(isDefault, "medium"),
  ),
  refuse("moderation", "The model behind this endpoint moderates nothing on request."),
  refuse("functions", "The model behind this endpoint takes no functions; use tools.", {
    noOp: idleWhen("It says nothing.", isEmpty),
    firm: true,
  }),
  refuse("function_call", "The model behind this endpoint takes no functions; use tools.", {
    noOp: idle("It says nothing without functions.", "auto", "none"),
    firm: true,
  }),
  {
    field: "tool_choice",
    rule: {
      outcome: "reshaped",
      to: "tools",
      reason: "Only the allowed tools are offered, and the mode is the choice.",
    },
  },
  drop("reasoning", "Another member decides how much is thought, or this one is not known."),
  drop("thinking", "Another member decides how much is thought, or this one is not known."),
  drop("include_reasoning", "Thoughts are shown as the service is set."),
  refuse("response_format", "The model behind this endpoint does not know this form of reply."),
  drop("stream_options", notAllKnown),
  drop("cache_control", "It is no mark for a prompt cache that is known."),
  refuse("top_k", "The model behind this endpoint takes only a number for this."),
];

/** Members of messages, parts, calls and tools. */
const innerMembers: readonly OwnMember[] = [
  ...["image_url", "input_audio", "file"].map((name) =>
    drop(`messages.content.${name}`, notAllKnown),
  ),
  drop("messages.tool_calls.function", notAllKnown),
  drop("tools.function", notAllKnown),
  drop("messages.name", "The model behind this endpoint takes no names of speakers."),
  drop("messages.reasoning_content", sameReasoning, idleWhen(sameReasoning, isString)),
  drop("messages.reasoning", sameReasoning, idleWhen(sameReasoning, isString)),
  drop("messages.reasoning_details", noProof, idleWhen("It says nothing.", isEmpty)),
  drop("messages.thinking_blocks", noProof, idleWhen("It says nothing.", isEmpty)),
  drop("messages.annotations", notOfReply, idleWhen("It says nothing.", isEmpty)),
  refuse("messages.audio", "The model behind this endpoint takes no sounds.", { firm: true }),
  refuse(
    "messages.function_call",
    "The model behind this endpoint takes no functions; use tools.",
    {
      firm: true,
    },
  ),
  ...["messages.content", "messages.tool_calls", "tools"].map((thing) =>
    drop(`${thing}.cache_control`, "It is no mark that is known, or there is another one."),
  ),
  drop("messages.cache_control", "There is nothing here that can be marked, or it is marked."),
  drop("messages.tool_calls.extra_content", "Only the service that gave it can use it."),
  drop("messages.tool_calls.index", "The order of the calls says it."),
  refuse("messages.tool_calls.type", "The model behind this endpoint takes no custom tools.", {
    noOp: idle(isDefault, "function"),
    firm: true,
  }),
];

function isString(value: unknown): boolean {
  return typeof value === "string";
}

/** Every member that only this format knows. */
export const ownMembers: readonly OwnMember[] = [...bodyMembers, ...innerMembers];

/** A member of the body that nobody knows. */
export const unknownMember: OwnMember = refuse(
  "*",
  "The model behind this endpoint does not know this field.",
);

/** A member of a message, a part, a call or a tool that nobody knows. */
export const unknownInnerMember: OwnMember = drop("messages.*", notKnown);
