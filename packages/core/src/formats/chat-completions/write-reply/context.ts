import type { AnswerContext as SharedContext } from "../../format.js";
import type { FormatSettings } from "../settings.js";

/** What an answer of this format needs besides the reply itself. */
export interface AnswerContext extends SharedContext {
  readonly settings: Pick<FormatSettings, "reasoning" | "strict">;
}
