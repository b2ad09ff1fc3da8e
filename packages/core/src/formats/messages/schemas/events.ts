import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject } from "./common.js";
import { errorBody } from "./errors.js";
import { contentBlock, message, messageDeltaUsage, messageEnd } from "./response.js";

const index = z.int().check(z.minimum(0));

/** A piece of a block in a stream. */
const contentBlockDelta = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text_delta"), text: z.string() }),
  z.looseObject({ type: z.literal("input_json_delta"), partial_json: z.string() }),
  z.looseObject({ type: z.literal("thinking_delta"), thinking: z.string() }),
  z.looseObject({ type: z.literal("signature_delta"), signature: z.string() }),
  z.looseObject({ type: z.literal("citations_delta"), citation: anyObject }),
]);

/** One event of a stream; the name of its frame equals `type`. */
export const streamEvent = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("message_start"), message }),
  z.looseObject({
    type: z.literal("content_block_start"),
    index,
    content_block: contentBlock,
  }),
  z.looseObject({ type: z.literal("content_block_delta"), index, delta: contentBlockDelta }),
  z.looseObject({ type: z.literal("content_block_stop"), index }),
  z.looseObject({
    type: z.literal("message_delta"),
    delta: messageEnd,
    usage: messageDeltaUsage,
  }),
  z.looseObject({ type: z.literal("message_stop") }),
  z.looseObject({ type: z.literal("ping") }),
  errorBody,
]);

/** A piece of a block in a stream. */
export type ContentBlockDelta = Inferred<typeof contentBlockDelta>;

/** One event of a stream. */
export type MessageStreamEvent = Inferred<typeof streamEvent>;
