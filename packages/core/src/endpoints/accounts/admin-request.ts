import type { Administration } from "../../events/event.js";
import type { Answer } from "../../http/exchange.js";
import type { Endpoint, EndpointRequest } from "../endpoint.js";

/** A request of an administrator. */
export interface AdminRequest extends EndpointRequest {
  /** Reports what was changed, with the name of the administrator. */
  readonly administered: (what: Administration) => void;
}

/** An endpoint that only administrators reach. */
export interface AdminEndpoint extends Pick<Endpoint, "method" | "path"> {
  answer(request: AdminRequest): Promise<Answer>;
}
