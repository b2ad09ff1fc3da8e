import type { WriteRequestContext as CommonContext } from "@diglot/core";
import type { ChatCompletionsUpstreamCapabilities } from "@diglot/core/formats";
import type { ResponsesUpstreamCapabilities } from "../wire/capabilities.js";

/** What is needed to write a request, besides the conversation. */
export type WriteRequestContext = CommonContext<ResponsesUpstreamCapabilities>;

/** The same for the writers of Chat Completions. */
export type ChatContext = CommonContext<ChatCompletionsUpstreamCapabilities>;
