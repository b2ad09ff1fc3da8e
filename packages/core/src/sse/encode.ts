/**
 * One server-sent event whose data is JSON. JSON text holds no raw line break, so it always fits in
 * one `data:` line; event names come from closed sets in the code.
 */
export function encodeJsonEvent(data: unknown, event?: string): string {
  const line = `data: ${JSON.stringify(data)}\n\n`;
  return event === undefined ? line : `event: ${event}\n${line}`;
}

/** A comment, which every reader of event streams skips. `text` must hold no line break. */
export function encodeComment(text: string): string {
  return `: ${text}\n\n`;
}
