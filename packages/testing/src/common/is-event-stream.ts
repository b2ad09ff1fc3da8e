import type { Answer } from "@diglot/core";

/** Whether the head of an answer says that its body is an event stream. */
export function isEventStream({ headers }: Pick<Answer, "headers">): boolean {
  return headers.some(
    ([name, value]) => name === "content-type" && value.startsWith("text/event-stream"),
  );
}
