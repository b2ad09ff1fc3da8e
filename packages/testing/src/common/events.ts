import { createParser } from "eventsource-parser";

/** One event of a stream. */
export interface StreamEvent {
  /** The name of its `event:` line; undefined without one. */
  readonly event: string | undefined;
  readonly data: string;
}

/** The events of a whole stream; comments are skipped, and so is an event that no blank line ends. */
export function readEvents(text: string): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => events.push({ event, data }) });
  parser.feed(text);
  return events;
}
