import type { BodyReader } from "../formats/format.js";
import { type JsonBody, readBytes, readJsonBody } from "../http/read-body.js";
import { runSteps } from "../runtime/run-steps.js";
import type { Routed } from "./call.js";

const encoder = new TextEncoder();

/**
 * Reads a body as its format does, unless its content type is one of JSON.
 * @throws ServiceError those of the body
 */
export async function readOtherBody(
  { exchange, settings }: Routed,
  reader: BodyReader,
): Promise<JsonBody> {
  const type = exchange.headers.get("content-type") ?? "";
  if (!reader.accepts(type)) return readJsonBody(exchange, settings);
  const bytes = await readBytes(exchange, settings);
  const value = await runSteps(reader.read(bytes, type), bytes, settings.clock);
  return { value, bytes, isExact: false, shown: encoder.encode(JSON.stringify(value)) };
}
