import type { Check } from "../check.js";
import { authenticationChecks } from "./authentication.js";
import { basicsChecks } from "./basics.js";
import { errorChecks } from "./errors.js";
import { mediaChecks } from "./media.js";
import { modelsListChecks } from "./models-list.js";
import { repliesChecks } from "./replies.js";
import { routeChecks } from "./routes.js";
import { chunkChecks } from "./streams/chunk-grammar.js";
import { framingChecks } from "./streams/framing.js";
import { streamChecks } from "./streams/streams.js";
import { streamToolChecks } from "./streams/tool-calls.js";
import { structuredOutputChecks } from "./structured-output.js";
import { thinkingChecks } from "./thinking.js";
import { toolCallChecks } from "./tools/calls.js";
import { toolChoiceChecks } from "./tools/choice.js";
import { toolHistoryChecks } from "./tools/history.js";
import { turnsChecks } from "./turns.js";
import { usageChecks } from "./usage.js";
import { bodyValidationChecks } from "./validation/body.js";
import { fieldValidationChecks } from "./validation/fields.js";
import { messageValidationChecks } from "./validation/messages.js";

export { chatCompletionsUnobservable } from "./unobservable.js";

/** What can be asked of a server of the Chat Completions format, by number of requirement. */
export const chatCompletionsChecks: readonly Check[] = [
  ...basicsChecks,
  ...authenticationChecks,
  ...routeChecks,
  ...bodyValidationChecks,
  ...messageValidationChecks,
  ...fieldValidationChecks,
  ...turnsChecks,
  ...toolCallChecks,
  ...toolChoiceChecks,
  ...toolHistoryChecks,
  ...thinkingChecks,
  ...structuredOutputChecks,
  ...mediaChecks,
  ...repliesChecks,
  ...chunkChecks,
  ...streamChecks,
  ...framingChecks,
  ...streamToolChecks,
  ...usageChecks,
  ...errorChecks,
  ...modelsListChecks,
].sort((one, other) => (one.id < other.id ? -1 : 1));
