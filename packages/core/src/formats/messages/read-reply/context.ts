import type { ReadReplyContext as SharedContext } from "../../upstream-format.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";

/** What is needed to read a reply in this format. */
export type ReadReplyContext = SharedContext<MessagesUpstreamCapabilities>;
