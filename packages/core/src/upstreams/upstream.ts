import type { UpstreamFormat } from "../formats/upstream-format.js";
import type { Model } from "../models/model.js";
import type { UpstreamSettings } from "./options.js";
import type { WriteHeaders } from "./send/headers.js";

/** An upstream: where it is, what it takes, the language it speaks, and the model that it is to the service. */
export interface Upstream {
  readonly format: UpstreamFormat;
  readonly settings: UpstreamSettings;
  readonly model: Model;
  /** The headers of the requests to it. */
  readonly writeHeaders: WriteHeaders;
}
