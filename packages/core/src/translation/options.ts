import type { TranslationOptions, UpstreamCapabilities } from "../conversation/capabilities.js";
import type { UnsupportedPolicy } from "../conversation/receipt/receipt.js";
import type { HeaderLookup } from "../http/exchange.js";
import type { Clock } from "../runtime/clock.js";
import type { Ids } from "../runtime/ids.js";

/** Options of every translation. */
export interface TranslateOptions<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** What the upstream supports, where it differs from the default of its format. */
  readonly capabilities?: Partial<C> | undefined;
  /** What happens to fields that cannot be carried exactly. @default { default: "policy", fields: {} } */
  readonly unsupported?: Partial<UnsupportedPolicy> | undefined;
}

/** Options of `translateRequest`. */
export interface TranslateRequestOptions<C extends UpstreamCapabilities = UpstreamCapabilities>
  extends TranslateOptions<C> {
  /** The model's name at the upstream. @default the one in the body */
  readonly model?: string | undefined;
  /** How the request is translated where there is a choice. */
  readonly translation?: Partial<TranslationOptions> | undefined;
  /** The JSON text that `body` was parsed from, for numbers that JavaScript cannot hold. */
  readonly text?: string | undefined;
  /** The headers that came with the body: a version, betas. @default none but the version that is required */
  readonly headers?: HeaderLookup | undefined;
}

/** Options of `translateResponse`. */
export interface TranslateResponseOptions<C extends UpstreamCapabilities = UpstreamCapabilities>
  extends TranslateReplyOptions<C> {
  /** The JSON text that `body` was parsed from, for numbers that JavaScript cannot hold. */
  readonly text?: string | undefined;
}

/** Options of `createStreamTranslator`. */
export interface TranslateReplyOptions<C extends UpstreamCapabilities = UpstreamCapabilities>
  extends TranslateOptions<C> {
  /**
   * The caller's request, in the format `to`. Names, stop sequences and the form of the reply depend on it.
   * @default a request without tools that asks for usage
   */
  readonly request?: unknown;
  /** The headers that came with the request. @default none but the version that is required */
  readonly headers?: HeaderLookup | undefined;
  /** The name for a reply that names no model. @default the one in the request */
  readonly model?: string | undefined;
  /** The source of ids, where the reply has none. @default random */
  readonly ids?: Ids | undefined;
  /** The time that replies are stamped with. @default the system's */
  readonly clock?: Clock | undefined;
}
