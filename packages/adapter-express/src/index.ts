export { createExpressErrorHandler } from "./express-error-handler.js";
export { createExpressMiddleware, type ExpressMiddlewareOptions } from "./express-middleware.js";
export type {
  ExpressErrorHandler,
  ExpressMiddleware,
  ExpressNext,
  ExpressRequest,
} from "./express-types.js";
export type { MountableService } from "./find-target.js";
