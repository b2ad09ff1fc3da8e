import type { UpstreamFormat } from "../formats/upstream-format.js";
import type { HeaderList } from "../http/answers.js";
import type { Model } from "../models/model.js";
import type { UpstreamKey } from "./keys/upstream-key.js";
import type { UpstreamSettings } from "./options.js";

/** What decides over the headers of a request. */
export interface OutgoingMessage {
  /** The caller's headers that may be passed on. */
  readonly headers: HeaderList;
  /** JSON; if absent, the request is a GET. */
  readonly body?: Uint8Array | undefined;
  /** Whether an event stream is requested. */
  readonly stream: boolean;
}

/** An upstream: where it is, what it takes, the language it speaks, and the model that it is to the service. */
export interface Upstream {
  readonly format: UpstreamFormat;
  readonly settings: UpstreamSettings;
  readonly model: Model;
  /** Gives the headers of a request to it. Of a header with several values, the last counts. */
  readonly writeHeaders: (message: OutgoingMessage) => HeaderList;
  /** The key that its headers have, if it has several. */
  readonly key?: UpstreamKey | undefined;
  /** The same upstream with each of its keys, if it has several. */
  readonly keys?: readonly KeyedUpstream[] | undefined;
}

/** An upstream with one of its several keys. */
export interface KeyedUpstream extends Upstream {
  readonly key: UpstreamKey;
}
