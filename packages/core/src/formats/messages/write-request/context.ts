import type { WriteRequestContext as SharedContext } from "../../upstream-format.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";

/** What the writing of a request in this format needs beside the conversation. */
export type WriteRequestContext = SharedContext<MessagesUpstreamCapabilities>;
