import { chatCompletionsFormat } from "./chat-completions/format.js";
import { chatCompletionsUpstreamFormat } from "./chat-completions/upstream.js";
import type { Format } from "./format.js";
import { messagesFormat } from "./messages/format.js";
import { messagesUpstreamFormat } from "./messages/upstream.js";
import type { UpstreamFormat } from "./upstream-format.js";

/** The wire formats that are served; the last one answers for shared paths that none recognises. */
export const formats: readonly [Format, ...Format[]] = [messagesFormat, chatCompletionsFormat];

/** The wire formats that upstreams speak. */
export const upstreamFormats: readonly UpstreamFormat[] = [
  messagesUpstreamFormat,
  chatCompletionsUpstreamFormat,
];
