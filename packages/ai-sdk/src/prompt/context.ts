import type { InProcessRequest } from "@diglot/core";
import type { UrlPatterns } from "../frameworks.js";
import type { Proofs } from "../proofs.js";

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
  /** Whether the provider takes files in results of tools. */
  readonly resultFiles: boolean;
  readonly proofs: Proofs;
}

/** The same of a model that is called directly. */
export interface ModelContext extends PromptContext {
  readonly version: "v3" | "v4";
  readonly modelId: string;
}

/** The providers some of whose own options are known here. */
export type Family = "openai" | "anthropic";

/** The family that a provider's name belongs to, such as `openai.responses` or `vertex.anthropic.messages`. */
export function familyOf(provider: string): Family | undefined {
  if (provider.includes("anthropic")) return "anthropic";
  return /^(openai|azure)(\.|$)/.test(provider) ? "openai" : undefined;
}

/** Whether a provider takes files in results of tools. Chat Completions does not, and they would become JSON. */
export function takesResultFiles(provider: string): boolean {
  return !provider.endsWith(".chat");
}
