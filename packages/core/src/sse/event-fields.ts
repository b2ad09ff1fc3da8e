/** The parts of a server-sent event that the formats use. */
export interface DecodedEvent {
  /** The `event:` line, unless there was none or it was empty. */
  readonly event: string | undefined;
  readonly data: string;
}

/** The fields of an event as far as its lines have been read. */
interface EventFields {
  event?: string;
  data?: string;
}

/**
 * The event of a whole frame that is relayed; `undefined` for comments and frames without data.
 * Streams that are not relayed are read by a parser, in `decode.ts`.
 */
export function readFrame(frame: string): DecodedEvent | undefined {
  const fields: EventFields = {};
  for (const line of splitLines(frame)) addLine(fields, line);
  const { event, data } = fields;
  return data === undefined ? undefined : { event: event || undefined, data };
}

/**
 * Splits a text at its line ends: LF, CR or both. Splitting by one character is several times as
 * fast as by a pattern, and nearly every service sends LF alone.
 */
function splitLines(text: string): readonly string[] {
  return text.includes("\r") ? text.split(/\r\n|\r|\n/) : text.split("\n");
}

/** Adds what a line says to the fields of its event. Lines of other fields and comments add nothing. */
function addLine(fields: EventFields, line: string): void {
  if (line.startsWith("data")) {
    const value = fieldValue(line, "data");
    if (value === undefined) return;
    fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
  } else if (line.startsWith("event")) {
    const value = fieldValue(line, "event");
    if (value !== undefined) fields.event = value;
  }
}

/** The value of a line of this field; one space after the colon belongs to the notation. */
function fieldValue(line: string, field: string): string | undefined {
  if (line.length === field.length) return "";
  if (line[field.length] !== ":") return undefined;
  return line.slice(field.length + (line[field.length + 1] === " " ? 2 : 1));
}
