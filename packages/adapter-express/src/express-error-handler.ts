import { toNodeHandler } from "@diglot/adapter-node-http";
import { toBodyFailure } from "./body-failure.js";
import type { ExpressErrorHandler } from "./express-types.js";
import { findTarget, type MountableService } from "./find-target.js";

/**
 * An error handler that turns what `express.json()` refuses (400, 413, 415) into an answer in the
 * caller's format. Mount it behind the parser, on the path of the middleware. All other errors, and
 * those of other paths, go on to `next(error)`.
 */
export function createExpressErrorHandler(service: MountableService): ExpressErrorHandler {
  const handler = toNodeHandler(service);
  return (error, request, response, next) => {
    const reason = toBodyFailure(error);
    const target = findTarget(service, request);
    if (reason === undefined || target === undefined || response.headersSent) return next(error);
    handler(request, response, { target, body: { kind: "failed", reason } });
  };
}
