import { type Steps, serverSentEvents } from "@diglot/core";

/** What came of the body of an upstream's answer. */
export interface RelayedBody {
  readonly format: string;
  readonly isStream: boolean;
  readonly bytes: Uint8Array;
}

/** Bytes of a stream that are read in one step. */
const stepBytes = 32 * 1024;

/** A stream in pieces that are each read in one step. */
export function* piecesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += stepBytes) yield bytes.subarray(at, at + stepBytes);
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
export function* splitChoices(body: RelayedBody): Steps<readonly RelayedBody[]> {
  if (body.format !== "chat-completions") return [body];
  const texts: ChoiceTexts = new Map();
  for (const chunks of chunksOf(body)) {
    for (const chunk of chunks.filter(hasChoices)) addChunk(texts, chunk, body.isStream);
    yield;
  }
  if (texts.size < 2) return [body];
  return [...texts]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => ({ ...body, bytes: new TextEncoder().encode(own.join("")) }));
}

/** The chunks of each choice, by its index. */
type ChoiceTexts = Map<number, string[]>;

function addChunk(texts: ChoiceTexts, chunk: WithChoices, isStream: boolean): void {
  for (const choice of chunk.choices) {
    const index = typeof choice?.index === "number" ? choice.index : 0;
    if (!texts.has(index) && texts.size >= mostChoices) continue;
    const own = texts.get(index) ?? [];
    const json = JSON.stringify({ ...chunk, choices: [{ ...choice, index: 0 }] });
    own.push(isStream ? `data: ${json}\n\n` : json);
    texts.set(index, own);
  }
}

/** The body itself; of a stream, the events that are JSON, piece by piece. */
function* chunksOf({ isStream, bytes }: RelayedBody): Iterable<readonly unknown[]> {
  if (!isStream) {
    yield [JSON.parse(new TextDecoder().decode(bytes))];
    return;
  }
  const decoder = serverSentEvents.createDecoder(Number.POSITIVE_INFINITY);
  for (const piece of piecesOf(bytes)) yield parseEvents(decoder.push(piece));
}

function parseEvents(events: readonly { readonly data: string }[]): readonly unknown[] {
  return events.flatMap(({ data }) => {
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
