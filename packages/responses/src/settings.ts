import {
  type Check,
  checks,
  type DocumentStore,
  type FormatSetup,
  type SizeLimits,
  validDocuments,
} from "@diglot/core";
import type { ResponsesStrictRules } from "./strict/profile.js";

/** How the service speaks the Responses format. */
export interface ResponsesOptions {
  /**
   * How reasoning is shown: `summary` puts its text into the summary of a reasoning item, which clients display;
   * `content` puts it into the content of the item, as open models do; `omit` shows no text. Proofs for the next
   * turn are in `encrypted_content` either way. @default "summary"
   */
  readonly reasoning: "summary" | "content" | "omit";
  /**
   * `open-responses` ends a stream with `[DONE]` and uses that specification's names for the events of raw
   * reasoning. Clients accept both dialects. @default "vendor"
   */
  readonly dialect: "vendor" | "open-responses";
  /**
   * Keeps replies, unless the caller sends `"store": false`, so that a later request can continue a reply
   * (`previous_response_id`), refer to its items, read it or delete it. @default the `documents` of the service;
   * without any, nothing is kept, and a request that refers to an earlier reply is refused
   */
  readonly store: DocumentStore | undefined;
  /** How long a reply is kept, in milliseconds. @default 2_592_000_000 (30 days) */
  readonly retention: number;
}

/** All that the Responses format of one service knows of it. */
export interface FormatSettings extends ResponsesOptions {
  readonly sizeLimits: SizeLimits;
  /** The rules of a strict profile. Without them, what the format does not know is accepted. */
  readonly strict: ResponsesStrictRules | undefined;
}

const defaults = {
  reasoning: "summary",
  dialect: "vendor",
  retention: 30 * 86_400_000,
} as const;

/** What a service may set. */
export const validOptions: Check = checks.deferred(() =>
  checks.members<Partial<ResponsesOptions>>({
    reasoning: checks.oneOf("summary", "content", "omit"),
    dialect: checks.oneOf("vendor", "open-responses"),
    store: validDocuments,
    retention: checks.positive,
  }),
);

/** The settings with the defaults for what is not set. */
export function toSettings(
  options: Partial<ResponsesOptions>,
  { sizeLimits, documents, strict }: FormatSetup<unknown, ResponsesStrictRules>,
): FormatSettings {
  const { reasoning, dialect, store, retention } = options;
  return {
    reasoning: reasoning ?? defaults.reasoning,
    dialect: dialect ?? defaults.dialect,
    store: store ?? documents,
    retention: retention ?? defaults.retention,
    sizeLimits,
    strict,
  };
}
