/** What models that pass the conversation on, to a framework or an API, have in common. */

export { toPlainId } from "../../conversation/legal-names.js";
export { addUsage } from "./add-usage.js";
export { agentCapabilities, agentConversation, penalties } from "./agent-conversation.js";
export { type AttachedFiles, attachFiles } from "./attach-files.js";
export { brokenOff, unreadable } from "./bad-reply.js";
export { type BegunCall, type CallSequencer, createCallSequencer } from "./call-sequencer.js";
export { asHavingRun } from "./having-run.js";
export { neutralConversation } from "./neutral-conversation.js";
export { noteError } from "./note-error.js";
export { noteUnsent } from "./note-unsent.js";
export { outputLimitOf } from "./output-limit.js";
export { createParagraphs, type Paragraphs } from "./paragraphs.js";
export { parseArguments } from "./parse-arguments.js";
export { passingRules } from "./passing-rules.js";
export { plainDocument } from "./plain-document.js";
export { createRunSignal, type RunSignal } from "./run-signal.js";
export { toolNamesOf } from "./tool-names.js";
