import type { WriteRequestContext as SharedContext } from "../../upstream-format.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";

/** What is needed to write a request in this format, besides the conversation. */
export type WriteRequestContext = SharedContext<MessagesUpstreamCapabilities>;
