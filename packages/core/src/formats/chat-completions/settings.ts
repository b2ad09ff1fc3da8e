import type { SizeLimits } from "../../http/size-limits.js";
import { type Check, deferred } from "../../validation/check.js";
import { complete } from "../../validation/complete.js";
import { members } from "../../validation/objects.js";
import { oneOf } from "../../validation/values.js";
import type { FormatSetup } from "../format.js";
import type { ChatCompletionsStrictRules } from "./strict/profile.js";

/** Settings of the Chat Completions format. */
export interface ChatCompletionsSettings {
  /**
   * `show` shows reasoning, as many clients read and return it: its text in `reasoning_content`, and in
   * `reasoning_details` the proofs that a model needs on the next turn. `omit` leaves it out, as the vendor does.
   * @default "show"
   */
  readonly reasoning: "show" | "omit";
}

/** All that the Chat Completions format of one service knows of it. */
export interface FormatSettings extends ChatCompletionsSettings {
  readonly sizeLimits: SizeLimits;
  /** The rules of a strict profile. Without them, what the format does not know is accepted. */
  readonly strict: ChatCompletionsStrictRules | undefined;
}

const defaults: ChatCompletionsSettings = { reasoning: "show" };

/** What a service may set. */
export const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<Partial<ChatCompletionsSettings>>({ reasoning: oneOf("show", "omit") }),
);

/** The settings with the defaults for what a service does not set. */
export function toSettings({
  sizeLimits,
  options,
  strict,
}: FormatSetup<Partial<ChatCompletionsSettings>, ChatCompletionsStrictRules>): FormatSettings {
  return { ...complete(defaults, options), sizeLimits, strict };
}
