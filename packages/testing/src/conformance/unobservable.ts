import { chatCompletionsUnobservable } from "./chat-completions/unobservable.js";
import { messagesUnobservable } from "./messages/unobservable.js";
import { responsesUnobservable } from "./responses/unobservable.js";

/** The requirements that no check can see from outside, and why; by id. */
export const unobservable: Readonly<Record<string, string>> = {
  ...messagesUnobservable,
  ...chatCompletionsUnobservable,
  ...responsesUnobservable,
};
