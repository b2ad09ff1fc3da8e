import type { AnswerContext as CommonContext } from "@diglot/core";
import type { FormatSettings } from "../settings.js";

/** What an answer needs besides the reply itself. */
export interface AnswerContext extends CommonContext {
  readonly settings: FormatSettings;
}
