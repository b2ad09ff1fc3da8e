import { serverSentEvents } from "@diglot/core";

/** What came of the body of an upstream's answer. */
export interface RelayedBody {
  readonly format: string;
  readonly isStream: boolean;
  readonly bytes: Uint8Array;
}

/** The most choices that a request can ask for. If an upstream sends more, the others are left out. */
const mostChoices = 128;

/** A body of Chat Completions, or a chunk of one, as far as it concerns choices. */
interface WithChoices {
  readonly choices: readonly { readonly index?: unknown }[];
}

/**
 * A body of each choice alone, in the order of their indexes: readers read one choice. A body of
 * another format, or of one choice, stays as it is.
 * @throws SyntaxError for a JSON body that was cut
 */
export function splitChoices(body: RelayedBody): readonly RelayedBody[] {
  if (body.format !== "chat-completions") return [body];
  const chunks = chunksOf(body);
  const texts = new Map<number, string[]>();
  for (const chunk of chunks.filter(hasChoices)) {
    for (const choice of chunk.choices) {
      const index = typeof choice?.index === "number" ? choice.index : 0;
      if (!texts.has(index) && texts.size >= mostChoices) continue;
      const own = texts.get(index) ?? [];
      const json = JSON.stringify({ ...chunk, choices: [{ ...choice, index: 0 }] });
      own.push(body.isStream ? `data: ${json}\n\n` : json);
      texts.set(index, own);
    }
  }
  if (texts.size < 2) return [body];
  return [...texts]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => ({ ...body, bytes: new TextEncoder().encode(own.join("")) }));
}

/** The body itself; of a stream, the events that are JSON. */
function chunksOf({ isStream, bytes }: RelayedBody): readonly unknown[] {
  if (!isStream) return [JSON.parse(new TextDecoder().decode(bytes))];
  const decoder = serverSentEvents.createDecoder(Number.POSITIVE_INFINITY);
  return decoder.push(bytes).flatMap(({ data }) => {
    try {
      return [JSON.parse(data)];
    } catch {
      return [];
    }
  });
}

function hasChoices(value: unknown): value is WithChoices {
  return typeof value === "object" && value !== null && "choices" in value
    ? Array.isArray(value.choices)
    : false;
}
