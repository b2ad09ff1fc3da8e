import { handlerChecks, type NodeHandlerOptions, toNodeHandler } from "@diglot/adapter-node-http";
import { type Check, checks } from "@diglot/core";
import type { ExpressMiddleware } from "./express-types.js";
import { findTarget, type MountableService } from "./find-target.js";
import { readParsedBody } from "./read-parsed-body.js";

/** Options of `createExpressMiddleware`, the same as for the Node adapter. */
export type ExpressMiddlewareOptions = NodeHandlerOptions;

const { checkOptions, members, port } = checks;

const validOptions: Check = members<ExpressMiddlewareOptions>(handlerChecks);

const validService: Check = port<MountableService>(
  "a service, such as createService() returns",
  "handle",
  "matches",
);

/**
 * A middleware for Express 5 and 4 that answers the service's endpoints, at the root or below a
 * mount path, and calls `next()` for every other path. The service's own errors are answered in
 * the caller's format and never reach `next`.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createExpressMiddleware(
  service: MountableService,
  options: ExpressMiddlewareOptions = {},
): ExpressMiddleware {
  checkOptions("createExpressMiddleware", service, validService, "service");
  checkOptions("createExpressMiddleware", options, validOptions);
  const handler = toNodeHandler(service, options);
  return (request, response, next) => {
    const target = findTarget(service, request);
    if (target === undefined) return next();
    handler(request, response, { target, body: readParsedBody(request) });
  };
}
