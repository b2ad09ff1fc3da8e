import { validTranslation } from "../conversation/capabilities.js";
import { validPolicy } from "../conversation/receipt/receipt.js";
import type { UpstreamFormat } from "../formats/upstream-format.js";
import type { HeaderLookup } from "../http/exchange.js";
import { anything, type Check } from "../validation/check.js";
import { checkOptions } from "../validation/check-options.js";
import { type MemberChecks, members, port } from "../validation/objects.js";
import { validClock, validIds } from "../validation/runtime-ports.js";
import { name, text } from "../validation/values.js";
import type {
  TranslateOptions,
  TranslateReplyOptions,
  TranslateRequestOptions,
  TranslateResponseOptions,
} from "./options.js";

/** Holds the options for a request against what they may be. @throws TypeError */
export function checkRequestOptions(
  user: string,
  target: UpstreamFormat,
  options: TranslateRequestOptions,
): void {
  const checks = members<TranslateRequestOptions>({
    ...sharedChecks(target),
    model: name,
    translation: validTranslation,
    text,
    headers: validHeaders,
  });
  checkOptions(user, options, checks);
}

/** Holds the options for a whole reply against what they may be. @throws TypeError */
export function checkResponseOptions(
  user: string,
  source: UpstreamFormat,
  options: TranslateResponseOptions,
): void {
  checkOptions(user, options, members<TranslateResponseOptions>({ ...replyChecks(source), text }));
}

/** Holds the options for a streamed reply against what they may be. @throws TypeError */
export function checkReplyOptions(
  user: string,
  source: UpstreamFormat,
  options: TranslateReplyOptions,
): void {
  checkOptions(user, options, members<TranslateReplyOptions>(replyChecks(source)));
}

function replyChecks(source: UpstreamFormat): MemberChecks<TranslateReplyOptions> {
  return {
    ...sharedChecks(source),
    request: anything,
    headers: validHeaders,
    model: name,
    ids: validIds,
    clock: validClock,
  };
}

function sharedChecks({ validCapabilities }: UpstreamFormat): MemberChecks<TranslateOptions> {
  return { capabilities: { given: validCapabilities }, unsupported: validPolicy };
}

const validHeaders: Check = /* @__PURE__ */ port<HeaderLookup>(
  "headers with get(), such as new Headers()",
  "get",
);
