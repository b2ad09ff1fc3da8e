import type { Framing } from "../../formats/framing.js";
import type { ByteSource } from "../../http/exchange.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { withFirst } from "../../runtime/source.js";
import { inSlices } from "./slices.js";
import type { TransportResponse } from "./transport.js";
import { toTransportError } from "./transport-errors.js";

/** How a reply is written, and its body, of which nothing is lost. */
export interface FormedReply {
  readonly form: "json" | "stream";
  readonly body: ByteSource;
}

const openBrace = 0x7b;
const spaces: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

/**
 * Whether a reply is JSON or a stream: its content type says so, else its first character.
 * The request does not decide it: some servers answer with JSON where a stream was requested, or the
 * other way round.
 */
export function withForm(
  { headers, body }: TransportResponse,
  { contentType }: Pick<Framing, "contentType">,
): MaybePromise<FormedReply> {
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  if (type.includes(contentType)) return { form: "stream", body: inSlices(body) };
  if (/\bjson\b/.test(type)) return { form: "json", body };
  return lookAtFirst(body);
}

async function lookAtFirst(body: ByteSource): Promise<FormedReply> {
  const first = await readFirst(body);
  const start = first?.find((byte) => !spaces.includes(byte));
  const whole = first ? withFirst([first], body) : body;
  return start === openBrace
    ? { form: "json", body: whole }
    : { form: "stream", body: inSlices(whole) };
}

async function readFirst(body: ByteSource): Promise<Uint8Array | undefined> {
  try {
    return await body.read();
  } catch (error) {
    throw toTransportError(error, "json");
  }
}
