import type { SizeLimits } from "../../http/size-limits.js";
import { type Check, deferred } from "../../validation/check.js";
import { complete } from "../../validation/complete.js";
import { listOf, members } from "../../validation/objects.js";
import { matching, name } from "../../validation/values.js";
import type { FormatSetup } from "../format.js";
import type { MessagesStrictRules } from "./strict/profile.js";

/** Settings of the Messages format. */
export interface MessagesSettings {
  /** The vendor's name in the headers `<vendor>-version` and `<vendor>-beta`. @default "anthropic" */
  readonly vendor: string;
  /** The versions that are accepted. @default ["2023-06-01", "2026-10-21"] */
  readonly versions: readonly string[];
}

/** Everything that the Messages format of one service knows about the service. */
export interface FormatSettings extends MessagesSettings {
  readonly sizeLimits: SizeLimits;
  /** The rules of a strict profile. Without them, unknown members are accepted. */
  readonly strict: MessagesStrictRules | undefined;
}

const defaults: MessagesSettings = {
  vendor: "anthropic",
  versions: ["2023-06-01", "2026-10-21"],
};

/** What a service may set. */
export const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<Partial<MessagesSettings>>({
    vendor: matching("the beginning of a header's name", /^[a-z0-9-]+$/),
    versions: listOf(name, 1),
  }),
);

/** The settings, with defaults for those that a service does not set. */
export function toSettings({
  sizeLimits,
  options,
  strict,
}: FormatSetup<Partial<MessagesSettings>, MessagesStrictRules>): FormatSettings {
  return { ...complete(defaults, options), sizeLimits, strict };
}
