/** What models that pass the conversation on to a framework or an API share. */

export { toPlainId } from "../../conversation/legal-names.js";
export { addUsage } from "./reply/add-usage.js";
export { brokenOff, unreadable } from "./reply/bad-reply.js";
export { type BegunCall, type CallSequencer, createCallSequencer } from "./reply/call-sequencer.js";
export { asHavingRun } from "./reply/having-run.js";
export { createParagraphs, type Paragraphs } from "./reply/paragraphs.js";
export { createRunSignal, type RunSignal } from "./reply/run-signal.js";
export { agentCapabilities, agentConversation, penalties } from "./request/agent-conversation.js";
export { type AttachedFiles, attachFiles } from "./request/attach-files.js";
export { neutralConversation } from "./request/neutral-conversation.js";
export { noteError } from "./request/note-error.js";
export { noteUnsent } from "./request/note-unsent.js";
export { outputLimitOf } from "./request/output-limit.js";
export { parseArguments } from "./request/parse-arguments.js";
export { passingRules } from "./request/passing-rules.js";
export { plainDocument } from "./request/plain-document.js";
export { toolNamesOf } from "./request/tool-names.js";
