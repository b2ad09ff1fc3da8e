export { createHttpServer, type HttpServerOptions } from "./http-server.js";
export { type AnsweringService, type NodeHandler, toNodeHandler } from "./node-handler.js";
export { handlerChecks, type NodeHandlerOptions } from "./settings.js";
export { createNodeTransport, type NodeTransport, type NodeTransportOptions } from "./transport.js";
export { serveWebSockets, type WebSocketOptions } from "./web-sockets/web-sockets.js";

// ---- For those who write an adapter of their own ----

export type { NodeRequest, NodeResponse } from "./node-types.js";
export { declaresBody, hasUnreadBody } from "./request-body.js";
export type { ExchangeParts } from "./to-exchange.js";
