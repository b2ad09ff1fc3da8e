import { EventSourceParserStream } from "eventsource-parser/stream";
import { readShown, type Shown } from "./read-shown.ts";
import { type FormatRequest, requests } from "./requests.ts";
import { service } from "./service.mjs";

/** An event of a stream as it came. */
export interface RecordedEvent {
  /** Milliseconds after the request was sent. */
  readonly at: number;
  /** The name of the event, if it has one. */
  readonly event?: string | undefined;
  readonly data: string;
  /** The piece of the reply that a client shows for it. */
  readonly shown?: Shown | undefined;
}

/** A request with the stream that answered it. */
export interface RecordedExchange extends FormatRequest {
  readonly events: readonly RecordedEvent[];
}

/** Sends the question in each format to the service of the example, and records the streams. */
export async function recordExchanges(): Promise<readonly RecordedExchange[]> {
  const exchanges: RecordedExchange[] = [];
  for (const request of requests) exchanges.push(await record(request));
  await service.close();
  return exchanges;
}

async function record(request: FormatRequest): Promise<RecordedExchange> {
  const { path, headers, body } = request;
  const begun = performance.now();
  const response = await service.request(path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}.`);
  const stream = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const events: RecordedEvent[] = [];
  for await (const { event, data } of stream) {
    const at = Math.round(performance.now() - begun);
    events.push({ at, event, data, shown: readShown(data) });
  }
  return { ...request, events };
}
