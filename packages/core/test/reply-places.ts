import type { FormatName } from "@diglot/test-support/requests";
import type { FieldPath } from "../src/errors/service-error.js";
import { toPointer } from "../src/json/pointer.js";
import type { JsonObject } from "../src/json/value.js";

/**
 * The place of a member of a stream's events in the complete reply that the stream forms, as a JSON
 * pointer. Receipts of streams refer to that reply.
 */
export function placeInReply(
  format: FormatName,
  events: readonly JsonObject[],
  [position, ...path]: FieldPath,
): string {
  const event = events[Number(position)] ?? {};
  return toPointer(format === "messages" ? inMessage(event, path) : inCompletion(path));
}

function inMessage({ type, index }: JsonObject, path: FieldPath): FieldPath {
  switch (type) {
    case "message_start":
      return path.slice(1);
    case "content_block_start":
      return ["content", Number(index), ...path.slice(1)];
    case "content_block_delta":
      return ["content", Number(index), ...(path[1] === "citation" ? ["citations"] : [])];
    case "content_block_stop":
      return ["content", Number(index)];
    case "message_delta":
      return path[0] === "delta" ? path.slice(1) : path;
    default:
      return path;
  }
}

function inCompletion(path: FieldPath): FieldPath {
  return path.map((step) => (step === "delta" ? "message" : step));
}
