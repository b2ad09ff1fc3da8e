import { badForm } from "./faults.js";

/** What the head of a part names. */
export interface PartHead {
  readonly name: string;
  /** Absent: the part is a text field. */
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
}

/** Bytes of the head of one part. */
export const mostHeadBytes = 8 * 1024;

/** A file name beside `filename` may be in any alphabet; only the upstream reads it. */
const disposition =
  /^form-data *; *name="([^"\\\r\n]{1,256})"(?: *; *filename="((?:[^"\\\r\n]|\\.)*)")?(?: *; *filename\*=[^;"\s]+)? *;? *$/i;
const plainEncodings = /^(?:7bit|8bit|binary)$/i;

/**
 * Reads the head of a part. What two readers could read in two ways is refused, because the upstream reads
 * the same bytes again.
 * @param number of the part, from 1, for errors
 * @throws ServiceError `bad_request`
 */
export function readPartHead(text: string, number: number): PartHead {
  const headers = readHeaders(text, number);
  const match = disposition.exec(headers.get("content-disposition") ?? "");
  const [, name, filename] = match ?? [];
  if (name === undefined) {
    throw badForm(
      `Part ${number} of the form needs a header such as \`Content-Disposition: form-data; name="file"\`.`,
    );
  }
  const encoding = headers.get("content-transfer-encoding");
  if (encoding !== undefined && !plainEncodings.test(encoding)) {
    throw badForm(`'${name}' must be sent without a transfer encoding.`, name);
  }
  return { name, filename, contentType: headers.get("content-type") };
}

function readHeaders(text: string, number: number): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const [, name, value = ""] = /^([\w-]+):[ \t]*([^\r\n]*?)[ \t]*$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || headers.has(key)) {
      throw badForm(`Part ${number} of the form has a header that cannot be read.`);
    }
    headers.set(key, value);
  }
  return headers;
}
