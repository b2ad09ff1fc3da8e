import type { Vector } from "./check-vectors.js";

/** What a reply consists of. */
export interface EmbeddingsReply {
  readonly model: string;
  readonly vectors: readonly Vector[];
  readonly encoding: "float" | "base64";
  readonly inputTokens: number;
}

/** The body of an answer to a request for embeddings, as JSON. */
export function writeReply({ model, vectors, encoding, inputTokens }: EmbeddingsReply): string {
  const write = encoding === "base64" ? toBase64 : (vector: Vector) => Array.from(vector);
  return JSON.stringify({
    object: "list",
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: write(vector),
    })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  });
}

const bytesPerNumber = 4;
/** More arguments of one call may be too many for an engine. */
const sliceBytes = 8_192;

/** The numbers with 32 bits each, the lowest byte first, which is how clients read them. */
export function toBase64(vector: Vector): string {
  const view = new DataView(new ArrayBuffer(vector.length * bytesPerNumber));
  for (let index = 0; index < vector.length; index++) {
    view.setFloat32(index * bytesPerNumber, vector[index] ?? 0, true);
  }
  let text = "";
  for (let start = 0; start < view.byteLength; start += sliceBytes) {
    const length = Math.min(sliceBytes, view.byteLength - start);
    text += String.fromCharCode(...new Uint8Array(view.buffer, start, length));
  }
  return btoa(text);
}
