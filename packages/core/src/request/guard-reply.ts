import { createReplyGuard, type ReplyGuard } from "../models/reply/guard.js";
import type { Call } from "./call.js";

/** Begins to enforce the limits of time and size of a reply. The reporters hear what passes. */
export function guardReply({ settings, run, events }: Call): ReplyGuard {
  return createReplyGuard(settings, run, events?.toListener(settings.reporter?.contents));
}
