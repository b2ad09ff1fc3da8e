import type { ReadReplyContext as SharedContext } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";

/** What reading a reply in this format needs. */
export type ReadReplyContext = SharedContext<ChatCompletionsUpstreamCapabilities>;
