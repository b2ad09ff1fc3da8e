import type { ReadReplyContext as SharedContext } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";

/** What the reading of a reply in this format needs. */
export type ReadReplyContext = SharedContext<ChatCompletionsUpstreamCapabilities>;
