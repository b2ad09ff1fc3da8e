import type { Bookkeeper } from "../accounts/bookkeeper/bookkeeper.js";
import type { KeyRecord } from "../accounts/keys/keys.js";
import type { CallerGonePolicy } from "../accounts/ledger/ledger.js";
import { createReceipt, type Receipt } from "../conversation/receipt.js";
import type { Format, Head, ParsedRequest } from "../formats/format.js";
import type { Exchange, HeaderLookup } from "../http/exchange.js";
import type { Model } from "../models/model.js";
import type { Settings } from "../options.js";
import type { Lifetime, Run } from "./lifetime.js";

/** What all requests of a service share. */
export interface Host {
  readonly settings: Settings;
  readonly lifetime: Lifetime;
  readonly bookkeeper: Bookkeeper;
}

/** A request that has found its operation. */
export interface Routed extends Host {
  readonly exchange: Exchange;
  readonly format: Format;
  readonly requestId: string;
}

/** What is read from a request to a model, once it is valid. */
export interface ValidRequest {
  readonly key: KeyRecord;
  readonly head: Head;
  readonly request: ParsedRequest;
  readonly model: Model;
  /** The request body as it came. */
  readonly bytes: Uint8Array;
  readonly idempotencyKey: string | undefined;
}

/** A request to a model while it is answered, with everything that the steps before have found out. */
export interface Call extends ValidRequest {
  readonly settings: Settings;
  readonly bookkeeper: Bookkeeper;
  readonly run: Run;
  readonly format: Format;
  readonly requestId: string;
  readonly headers: HeaderLookup;
  readonly receipt: Receipt;
  readonly onCallerGone: CallerGonePolicy;
}

/**
 * Begins to answer a request to a model. One with an idempotency key goes on without its caller,
 * since its answer may be asked for again.
 * @throws ServiceError `overloaded` once the service closes
 */
export function beginCall(
  { settings, lifetime, bookkeeper, exchange, format, requestId }: Routed,
  request: ValidRequest,
): Call {
  const onCallerGone = request.idempotencyKey === undefined ? settings.onCallerGone : "drain";
  const patience = onCallerGone === "drain" ? settings.drain.milliseconds : 0;
  return {
    ...request,
    settings,
    bookkeeper,
    run: lifetime.begin(exchange, patience),
    format,
    requestId,
    headers: exchange.headers,
    receipt: createReceipt(settings.unsupported),
    onCallerGone,
  };
}
