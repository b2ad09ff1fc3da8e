import type { JsonObject } from "@diglot/core";
import { createFrameScanner, type Frame } from "../../common/frames.js";
import { parseJsonObject } from "../../common/json.js";

/** Fits an error to the stream that it ends. */
export interface FailureWriter {
  /** What has been sent. */
  push(block: Uint8Array): void;
  /** The text of an error that follows what has been sent, made of the text of one that follows nothing. */
  follow(failure: string): string;
}

/**
 * An error in Responses goes on with the numbers of the stream, and repeats the response: its members
 * as they were announced, and its items so far. An item that was open has no content in it.
 */
export function createFailureOfResponses(): FailureWriter {
  const scanner = createFrameScanner();
  const output = new Map<unknown, unknown>();
  let announced: JsonObject | undefined;
  let next = 0;

  function see({ event, data }: Frame): void {
    const sent = data === undefined ? undefined : parseJsonObject(data);
    if (!sent) return;
    if (typeof sent.sequence_number === "number") next = sent.sequence_number + 1;
    if (event === "response.created") announced = sent.response as JsonObject;
    if (event === "response.output_item.added") {
      output.set(sent.output_index, { ...(sent.item as JsonObject), status: "incomplete" });
    }
    if (event === "response.output_item.done") output.set(sent.output_index, sent.item);
  }

  /** The event with the next number and, if it has a response, with the one that was announced. */
  function renew({ event, data = "{}" }: Frame): string {
    const told: JsonObject = { ...parseJsonObject(data), sequence_number: next++ };
    const { status, error } = Object(told.response) as JsonObject;
    const response = { ...announced, status, output: [...output.values()], error };
    const renewed = told.response === undefined ? told : { ...told, response };
    return `event: ${event}\ndata: ${JSON.stringify(renewed)}\n\n`;
  }

  return {
    push: (block) => scanner.push(block).forEach(see),
    follow(failure) {
      if (!announced) return failure;
      const frames = createFrameScanner().push(new TextEncoder().encode(failure));
      return frames
        .filter(({ event }) => isFailure(event))
        .map(renew)
        .join("");
    },
  };
}

function isFailure(event: string | undefined): boolean {
  return event === "error" || event === "response.failed";
}
