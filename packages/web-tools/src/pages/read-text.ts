import type { Response } from "undici";

/** The text of a body up to a number of bytes, in the encoding that its type names. */
export async function readText(answer: Response, type: string, maxBytes: number): Promise<string> {
  const decoder = toDecoder(type);
  let left = maxBytes;
  let text = "";
  for await (const block of answer.body ?? []) {
    const bytes = block as Uint8Array;
    text += decoder.decode(bytes.subarray(0, left), { stream: true });
    left -= bytes.length;
    // Leaving the loop ends the transfer.
    if (left <= 0) break;
  }
  return text;
}

function toDecoder(type: string): TextDecoder {
  const [, name = "utf-8"] = /charset="?([\w-]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder();
  }
}
