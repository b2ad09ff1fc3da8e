import { createParser } from "eventsource-parser";

/**
 * What the events of a stream say, one after another, and its comments. The last event may be cut: what
 * came of it is shown too.
 */
export function toEventTexts(stream: string): readonly string[] {
  const texts: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => texts.push(data),
    onComment: (comment) => texts.push(`: ${comment}`),
  });
  // The blank line ends an event that was cut.
  parser.feed(`${stream}\n\n`);
  return texts;
}
