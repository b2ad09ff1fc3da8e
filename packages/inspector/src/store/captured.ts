import type { ChoiceEvent, ConversationEvent, HeaderList } from "@diglot/core";

/** A body as it has passed, as far as it was kept. */
export interface CapturedBody {
  /** What was kept, in its blocks. */
  readonly blocks: { readonly at: number; readonly bytes: Uint8Array; readonly size: number }[];
  /** All that has passed, in bytes. */
  size: number;
}

/** The head of an answer, and its body. */
export interface CapturedAnswer {
  readonly at: number;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: CapturedBody;
}

/** What has passed between the service and the upstream of one attempt. */
export interface CapturedUpstream {
  readonly at: number;
  readonly url: string;
  readonly request: CapturedBody;
  answer?: CapturedAnswer;
}

/** An event of the reply, and when it passed, in Unix milliseconds. */
export interface CapturedEvent {
  readonly at: number;
  readonly event: ConversationEvent | ChoiceEvent;
}

/** The contents of one request, as far as they are kept. */
export interface CapturedRequest {
  /** The bytes that they hold in memory, roughly. */
  held: number;
  request?: CapturedBody;
  answer?: CapturedAnswer;
  /** By the ids of the attempts. */
  readonly upstreams: Map<string, CapturedUpstream>;
  readonly events: CapturedEvent[];
  /** All events, also those that were not kept. */
  eventCount: number;
}

/** Contents of which nothing has passed yet. */
export function noContents(): CapturedRequest {
  return { held: 0, upstreams: new Map(), events: [], eventCount: 0 };
}

/** A body of which nothing has passed yet. */
export function noBody(): CapturedBody {
  return { blocks: [], size: 0 };
}
