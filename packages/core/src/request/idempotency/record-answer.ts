import type { StoredAnswer } from "../../accounts/idempotency/idempotency.js";
import { type Answer, type ByteSource, isByteSource } from "../../http/exchange.js";
import { joinBytes } from "../../json/spans.js";

/**
 * The same answer, recorded while it is read. `keep` is called once: with the answer when it has
 * been read to the end, or with `undefined` if it exceeds the byte limit or was not read to the
 * end.
 */
export function recordAnswer(
  answer: Answer,
  mostBytes: number,
  keep: (stored: StoredAnswer | undefined) => void,
): Answer {
  const { status, headers, body } = answer;
  const keepBody = (bytes: Uint8Array | undefined) =>
    keep(bytes && { status, headers, body: bytes });
  if (isByteSource(body)) return { ...answer, body: recordBody(body, mostBytes, keepBody) };
  const bytes = body ?? new Uint8Array();
  keepBody(bytes.length > mostBytes ? undefined : bytes);
  return answer;
}

function recordBody(
  inner: ByteSource,
  mostBytes: number,
  keep: (bytes: Uint8Array | undefined) => void,
): ByteSource {
  let blocks: Uint8Array[] | undefined = [];
  let length = 0;
  let over = false;

  function add(block: Uint8Array): void {
    length += block.length;
    if (length > mostBytes) blocks = undefined;
    blocks?.push(block);
  }

  function end(bytes: Uint8Array | undefined): void {
    if (over) return;
    over = true;
    blocks = undefined;
    keep(bytes);
  }

  return {
    async read() {
      try {
        const block = await inner.read();
        if (block) add(block);
        else end(blocks && joinBytes(blocks));
        return block;
      } catch (error) {
        end(undefined);
        throw error;
      }
    },
    async cancel(reason) {
      end(undefined);
      await inner.cancel(reason);
    },
  };
}
