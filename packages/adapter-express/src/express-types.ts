import type { IncomingMessage, ServerResponse } from "node:http";

/** What the middleware needs of an Express request, in version 4 as in 5. */
export interface ExpressRequest extends IncomingMessage {
  /** The mount path as the client spelled it; taken off `url` by Express. */
  readonly baseUrl?: string | undefined;
  /** What a parser before us has made of the body. */
  readonly body?: unknown;
}

/** Hands the request on, with an error if there is one. */
export type ExpressNext = (error?: unknown) => void;

/** A middleware as `app.use` takes it. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: ExpressNext,
) => void;

/** An error handler as `app.use` takes it; Express knows it by its four parameters. */
export type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: ExpressNext,
) => void;
