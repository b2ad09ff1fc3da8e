import type { AnswerContext as SharedContext } from "../../format.js";
import type { ChatCompletionsSettings } from "../settings.js";

/** What an answer of this format needs besides the reply itself. */
export interface AnswerContext extends SharedContext {
  readonly settings: ChatCompletionsSettings;
}
