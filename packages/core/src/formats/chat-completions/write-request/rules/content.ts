import type { Cases } from "../../../../conversation/neutral-fields.js";

/** How instructions, turns and blocks are written, by slot and case. */
export const contentRules = {
  system: {
    sent: {
      outcome: "exact",
      to: "messages",
      reason: "Instructions are one first message, each block a part of it.",
    },
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
  },
  turns: {
    sent: { outcome: "exact", to: "messages", reason: "Turns of one role in a row are one." },
    empty: { outcome: "dropped", reason: "Nothing of the turn is left." },
    nothing: {
      outcome: "refused",
      reason:
        "The model behind this endpoint needs a message, and none of this request says anything.",
    },
    prefill: {
      outcome: "exact",
      reason: "The upstream goes on from a last turn of the assistant.",
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
  },
  "turn.role": {
    sent: { outcome: "exact", to: "messages.role", reason: "It means the same." },
    lateSystem: {
      outcome: "exact",
      to: "messages.role",
      reason: "The upstream takes instructions in the middle where they stand.",
    },
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
  },
  "turn.name": { sent: { outcome: "exact", to: "messages.name", reason: "It means the same." } },
  "turn.blocks": {
    sent: {
      outcome: "exact",
      to: "messages.content",
      reason: "The rules of each type of block say how.",
    },
    misplaced: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no block of this type in this place.",
    },
  },
  "block.text": {
    sent: { outcome: "exact", to: "messages.content", reason: "It is sent as it is." },
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
  },
  "block.image": {
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
  },
  "block.document": {
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
  },
  source: {
    sent: {
      outcome: "exact",
      to: "messages.content",
      reason: "The rules of `block.image` and `block.document` say how.",
    },
  },
  "block.audio": {
    sent: { outcome: "exact", to: "messages.content.input_audio", reason: "It is sent as it is." },
    unsupported: { outcome: "refused", reason: "The model behind this endpoint takes no sounds." },
  },
  "block.thinking": {
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
  },
  "block.redacted_thinking": {
    echoed: {
      outcome: "exact",
      to: "messages.reasoning_details",
      reason: "The upstream wants its thoughts back, hidden ones too.",
    },
    left: { outcome: "no_op", reason: "Only their maker can read these thoughts." },
  },
  "block.refusal": {
    sent: { outcome: "exact", to: "messages.refusal", reason: "It is sent as it is." },
  },
  "block.tool_call": {
    sent: {
      outcome: "exact",
      to: "messages.tool_calls",
      reason: "The input is sent as compact JSON text in its own order.",
    },
    newId: {
      outcome: "reshaped",
      to: "messages.tool_calls.id",
      reason:
        "The upstream does not take this id, or it was there before; the result gets the same.",
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
  },
  "block.tool_result": {
    sent: { outcome: "exact", to: "messages", reason: "It is a message of role `tool`." },
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
      outcome: "refused",
      reason: "The model behind this endpoint takes results of tools only at the head of a turn.",
    },
    reordered: { outcome: "approximated", reason: "Results of tools are put first in their turn." },
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
  },
  "block.native": {
    judged: { outcome: "refused", reason: "The rules of the format that knows the block decide." },
  },
  "block.cache": {
    sent: { outcome: "exact", to: "cache_control", reason: "The upstream takes the same mark." },
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
  },
} as const satisfies Readonly<Record<string, Cases>>;
