import type { WriteRequestContext as SharedContext } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";

/** What writing a request in this format needs besides the conversation. */
export type WriteRequestContext = SharedContext<ChatCompletionsUpstreamCapabilities>;
