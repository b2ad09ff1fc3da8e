import type { Rules } from "../../../conversation/receipt/rules.js";

/** The rules for what frameworks and their agents have no place for; they are the same for all of them. */
export const passingRules = {
  fileId: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot read a file by its id.",
  },
  url: {
    outcome: "refused",
    reason: "The model behind this endpoint does not read this URL; send the content itself.",
  },
  audio: { outcome: "refused", reason: "The model behind this endpoint takes no audio." },
  documentBlocks: {
    outcome: "approximated",
    reason: "The blocks of the document follow as they are, without its frame.",
  },
  documentText: {
    outcome: "approximated",
    reason: "The text of the document follows as it is, without its frame.",
  },
  documentContext: {
    outcome: "approximated",
    reason: "The document's context becomes a text before it.",
  },
  misplaced: {
    outcome: "refused",
    reason: "The model behind this endpoint does not take this block here.",
  },
  reasoning: { outcome: "no_op", reason: "Earlier reasoning may be left out." },
  name: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no names of speakers.",
  },
  userId: {
    outcome: "dropped",
    reason: "The service does not send the id of the end user to the model.",
  },
  serviceTier: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no service tier.",
  },
  resultError: {
    outcome: "approximated",
    reason:
      "The model behind this endpoint has no error flag for this result, so it begins with an error note.",
  },
  attached: {
    outcome: "approximated",
    reason:
      "The provider takes no files in results of tools; they follow in a message of the user.",
  },
  lateInstructions: {
    outcome: "approximated",
    reason: "The model takes no instructions here; they become a message of the user.",
  },
  detail: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no level of detail for images.",
  },
  toolStrict: {
    outcome: "approximated",
    reason: "The provider decides whether tool calls are held to their schema.",
  },
  cache: { outcome: "dropped", reason: "The model behind this endpoint takes no cache control." },
  parallel: {
    outcome: "dropped",
    reason: "The model behind this endpoint cannot be limited to one tool call at a time.",
  },
  tools: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint takes no tools.",
  },
  output: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint has no structured output.",
  },
  setting: {
    outcome: "dropped",
    reason: "The model behind this endpoint has a setting of its own for this.",
  },
  providerTool: {
    outcome: "dropped",
    reason: "The provider ran a tool of its own; its call and its result are not shown.",
  },
  source: { outcome: "dropped", reason: "The sources of the text are not shown." },
  file: { outcome: "dropped", reason: "The reply contains a file, which cannot be shown." },
  instructions: {
    outcome: "approximated",
    reason: "The agent has instructions of its own; the caller's become a message of the user.",
  },
} as const satisfies Rules;
