import type { NodeRequest } from "./node-types.js";

/** Whether a request announces a body at all; one of zero bytes counts as none. */
export function declaresBody(request: NodeRequest): boolean {
  if ("stream" in request) return !request.stream.endAfterHeaders;
  const { "transfer-encoding": coding, "content-length": length } = request.headers;
  return coding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Whether a request has a body of which nobody has read anything yet. */
export function hasUnreadBody(request: NodeRequest): boolean {
  const touched = request.readableDidRead || request.readableEnded || request.destroyed;
  return !touched && declaresBody(request);
}

/**
 * The blocks of a body, with the flow control of the stream beneath. `beforeRead` runs when the
 * first block is asked for. A reader that stops early leaves the request as it is, so that the rest
 * of the body can be read off; `for await` over the request itself would destroy it.
 * Throws when the client leaves before its body is complete.
 */
export async function* readBlocks(
  request: NodeRequest,
  beforeRead: () => void,
): AsyncGenerator<Uint8Array, void> {
  beforeRead();
  const blocks: AsyncIterable<unknown> = request.iterator({ destroyOnReturn: false });
  for await (const block of blocks) yield toBytes(block, request.readableEncoding);
}

/** Middleware that called `setEncoding` turns blocks into strings. */
function toBytes(block: unknown, encoding: BufferEncoding | null): Uint8Array {
  if (block instanceof Uint8Array) return block;
  return Buffer.from(String(block), encoding ?? "utf8");
}
