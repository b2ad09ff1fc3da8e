import { createServer, type Server } from "node:http";
import { type Check, checks } from "@diglot/core";
import { answerClientErrors } from "./client-errors.js";
import { type AnsweringService, createHandler } from "./node-handler.js";
import { handlerChecks, milliseconds, type NodeHandlerOptions, validService } from "./settings.js";
import { isWebSocket, serveUpgrades } from "./web-sockets/web-sockets.js";

/** Options of `createHttpServer`. All times are in milliseconds. */
export interface HttpServerOptions extends NodeHandlerOptions {
  /**
   * How long an idle connection is kept. Keep it above the idle time of a balancer in front, which is often 60 s;
   * otherwise the balancer sends requests into closing connections. @default 65_000
   */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * How long a client may take to send the headers of a request; never longer than `requestTimeout`. It is
   * exceeded by a twentieth at most, where Node alone would take up to 30 s more. @default 60_000
   */
  readonly headersTimeout?: number | undefined;
  /**
   * How long a client may take to send a whole request. Raise it for large uploads on slow lines. @default 300_000
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Answers clients that close their sending side after the request. TCP cannot distinguish them from clients that
   * have left, so a departure is then noticed at the next write only. @default false
   */
  readonly allowHalfOpen?: boolean | undefined;
}

const { checkOptions, flag, members } = checks;

const validOptions: Check = members<HttpServerOptions>({
  ...handlerChecks,
  keepAliveTimeout: milliseconds,
  headersTimeout: milliseconds,
  requestTimeout: milliseconds,
  allowHalfOpen: flag,
});

/** Bytes that wait in a socket before a writer pauses, and a reader: what one that stalls may hold. */
const highWaterMark = 16 * 1024;

/**
 * A Node server with one service. Listening and closing are the caller's. A client that sends
 * `expect: 100-continue` gets a refusal before it sends its body.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createHttpServer(
  service: AnsweringService,
  options: HttpServerOptions = {},
): Server {
  checkOptions("createHttpServer", service, validService, "service");
  checkOptions("createHttpServer", options, validOptions);
  const handler = createHandler(service, options);
  const { requestTimeout = 300_000, keepAliveTimeout = 65_000 } = options;
  // Node throws if headers may take longer than the whole request.
  const headersTimeout = Math.min(options.headersTimeout ?? 60_000, requestTimeout);
  const server = createServer({
    keepAliveTimeout,
    headersTimeout,
    requestTimeout,
    highWaterMark,
    connectionsCheckingInterval: toCheckingInterval(headersTimeout),
    // Other protocols are ignored, as HTTP allows: their requests are answered as usual.
    shouldUpgradeCallback: isWebSocket,
  });
  answerClientErrors(server);
  server.on("request", (request, response) => handler(request, response));
  server.on("checkContinue", (request, response) => {
    handler(request, response, { expectsContinue: true });
  });
  serveUpgrades(server, service, options);
  // Node reads this member, though its documentation and types do not name it.
  if (options.allowHalfOpen) Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

/**
 * How often Node looks for connections that are past a limit, in milliseconds: a limit is exceeded
 * by a twentieth at most, or by 50 ms. Node's own interval of 30 s would let a limit of one second
 * last half a minute.
 */
function toCheckingInterval(limit: number): number {
  return Math.max(50, Math.floor(limit / 20));
}
