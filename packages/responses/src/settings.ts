import { type Check, checks, type FormatSetup, type SizeLimits } from "@diglot/core";
import type { ResponsesStrictRules } from "./strict/profile.js";

/** How the service speaks the Responses format. */
export interface ResponsesOptions {
  /**
   * How reasoning is shown. `summary` puts its text into the summary of a reasoning item, which is what
   * clients display. `content` puts it into the content of the item, as open models do. `omit` shows
   * no text. Proofs for the next turn are in `encrypted_content` either way. @default "summary"
   */
  readonly reasoning: "summary" | "content" | "omit";
  /**
   * Where the vendor and the Open Responses specification differ: that specification ends a stream with
   * `[DONE]` and has its own names for the events of raw reasoning. Clients accept both.
   * @default "vendor"
   */
  readonly dialect: "vendor" | "open-responses";
}

/** All that the Responses format of one service knows of it. */
export interface FormatSettings extends ResponsesOptions {
  readonly sizeLimits: SizeLimits;
  /** The rules of a strict profile. Without them, what the format does not know is accepted. */
  readonly strict: ResponsesStrictRules | undefined;
}

const defaults: ResponsesOptions = { reasoning: "summary", dialect: "vendor" };

/** What a service may set. */
export const validOptions: Check = checks.deferred(() =>
  checks.members<Partial<ResponsesOptions>>({
    reasoning: checks.oneOf("summary", "content", "omit"),
    dialect: checks.oneOf("vendor", "open-responses"),
  }),
);

/** The settings with the defaults for what is not set. */
export function toSettings(
  { reasoning = defaults.reasoning, dialect = defaults.dialect }: Partial<ResponsesOptions>,
  { sizeLimits, strict }: FormatSetup<unknown, ResponsesStrictRules>,
): FormatSettings {
  return { reasoning, dialect, sizeLimits, strict };
}
