import type { IncomingMessage, Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { Duplex } from "node:stream";
import { type AcceptedConnection, type Answer, checks } from "@diglot/core";
import { type WebSocket, WebSocketServer } from "ws";
import { toHeaderLookup } from "../header-lookup.js";
import type { AnsweringService } from "../node-handler.js";
import { handlerChecks, type NodeHandlerOptions, toSettings, validService } from "../settings.js";
import { ServedSocket } from "./served-socket.js";
import { writeRefusal } from "./write-refusal.js";

/** The paths that a service has. Without them, every upgrade of the server is the service's. */
interface UpgradableService extends AnsweringService {
  readonly matches?: ((target: string) => boolean) | undefined;
}

/** Options of `serveWebSockets`. */
export interface WebSocketOptions extends NodeHandlerOptions {
  /** Where the service is mounted, such as `/ai` in Express; the paths that it sees begin after it. @default "" */
  readonly mountPath?: string | undefined;
}

/**
 * Lets a service take requests over WebSockets of a server, for the formats that have such a mode. What the
 * service does not accept gets its answer over HTTP, and upgrades of other paths are left to other listeners.
 *
 * @example
 * const server = app.listen(3000);
 * serveWebSockets(server, service);
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function serveWebSockets(
  server: Server | SecureServer,
  service: UpgradableService,
  options: WebSocketOptions = {},
): void {
  const { checkOptions, matching, members } = checks;
  checkOptions("serveWebSockets", service, validService, "service");
  checkOptions(
    "serveWebSockets",
    options,
    members<WebSocketOptions>({
      ...handlerChecks,
      mountPath: matching('a path such as "/ai"', /^(?:\/[^/?#]+)*$/),
    }),
  );
  serveUpgrades(server, service, options);
}

/** The same with options that have been checked. */
export function serveUpgrades(
  server: Server | SecureServer,
  service: UpgradableService,
  options: WebSocketOptions,
): void {
  const settings = toSettings(options);
  const { mountPath = "" } = options;
  server.on("upgrade", (request, socket, head) => {
    const { url = "" } = request;
    const isMounted = url.startsWith(`${mountPath}/`);
    const target = isMounted ? url.slice(mountPath.length) : url;
    const isForeign = !isMounted || service.matches?.(target) === false;
    if (isForeign && server.listenerCount("upgrade") > 1) return;
    void upgrade(service, { request, socket, head, target }, settings);
  });
}

/** What Node hands over when a client asks for another protocol. */
interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Path and query below the mount. */
  readonly target: string;
}

async function upgrade(
  service: AnsweringService,
  { request, socket, head, target }: Upgrade,
  settings: ReturnType<typeof toSettings>,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort(new Error("The client has left."));
  // Without a listener, a connection that breaks would end the process.
  socket.on("error", leave);
  socket.once("close", leave);
  let answer: Answer;
  try {
    answer = await service.handle({
      method: request.method ?? "GET",
      target,
      headers: toHeaderLookup(request.rawHeaders, { withoutEntity: true }),
      body: { kind: "empty" },
      signal: gone.signal,
      host: [request],
      upgrades: isWebSocket(request),
    });
  } catch (error) {
    settings.report(error);
    socket.destroy();
    return;
  }
  if (socket.destroyed) return;
  const { connection, headers } = answer;
  if (!connection) return writeRefusal(socket, answer);
  const opener = createOpener(connection, headers);
  opener.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
    const served = new ServedSocket(webSocket, connection, gone.signal, settings);
    served.begin((exchange) => service.handle(exchange));
  });
}

/** Whether a request asks for a WebSocket. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(headers.upgrade ?? "");
}

/** It keeps nothing but what one handshake needs. */
function createOpener(
  { maxBytes }: AcceptedConnection,
  headers: Answer["headers"],
): WebSocketServer {
  const opener = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxBytes,
    perMessageDeflate: { serverNoContextTakeover: true, threshold: 1_024 },
  });
  opener.on("headers", (lines) =>
    lines.push(...headers.map(([name, value]) => `${name}: ${value}`)),
  );
  return opener;
}
