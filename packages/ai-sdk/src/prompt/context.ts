import type { InProcessRequest } from "@diglot/core";
import type { UrlPatterns } from "../frameworks.js";

/** What the parts of a prompt are written with. */
export interface PromptContext {
  readonly receipt: InProcessRequest["receipt"];
  /** Whose options a part may have, as the AI SDK names them; absent: those of neither are known. */
  readonly family: Family | undefined;
  /**
   * How the data of files is written: `tagged` in version 4 of the provider specification, `plain` in
   * version 3 and in the messages of agents.
   */
  readonly fileData: "tagged" | "plain";
  /** The URLs that the model reads itself; absent if the AI SDK sees to all of them, as for agents. */
  readonly urls: UrlPatterns | undefined;
}

/** The providers some of whose own options are known here. */
export type Family = "openai" | "anthropic";

/** The family that a provider's name belongs to, such as `openai.responses` or `vertex.anthropic.messages`. */
export function familyOf(provider: string): Family | undefined {
  if (provider.includes("anthropic")) return "anthropic";
  return /^(openai|azure)(\.|$)/.test(provider) ? "openai" : undefined;
}
