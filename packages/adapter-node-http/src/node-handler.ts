import { type Answer, checks, type Service } from "@diglot/core";
import { type Connection, canAnswer, isAnswered, openConnection } from "./connection.js";
import { genericFailure } from "./generic-failure.js";
import type { NodeRequest, NodeResponse } from "./node-types.js";
import { handlerChecks, type NodeHandlerOptions, toSettings, validService } from "./settings.js";
import { type ExchangeParts, toExchange } from "./to-exchange.js";
import { writeAnswer } from "./write-answer.js";

/** The part of a service that answers exchanges. */
export type AnsweringService = Pick<Service, "handle">;

/**
 * Serves one request. Fits `http.createServer`, `https.createServer`, `http2.createServer` and
 * `http2.createSecureServer`. Never throws; the work goes on after it returns.
 */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  parts?: ExchangeParts,
) => void;

/**
 * Turns a service into a request listener of Node's servers. Every path is answered, an unknown
 * one with the service's own 404.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function toNodeHandler(
  service: AnsweringService,
  options: NodeHandlerOptions = {},
): NodeHandler {
  const { checkOptions, members } = checks;
  checkOptions("toNodeHandler", service, validService, "service");
  checkOptions("toNodeHandler", options, members<NodeHandlerOptions>(handlerChecks));
  return createHandler(service, options);
}

/** The same with options that have been checked. */
export function createHandler(service: AnsweringService, options: NodeHandlerOptions): NodeHandler {
  const settings = toSettings(options);
  return (request, response, parts = {}) => {
    if (isAnswered(response)) return;
    const connection = openConnection(request, response, settings);
    connection.awaitsContinue = parts.expectsContinue === true;
    if (canAnswer(connection)) void serve(service, connection, parts);
  };
}

async function serve(
  service: AnsweringService,
  connection: Connection,
  parts: ExchangeParts,
): Promise<void> {
  const exchange = toExchange(connection.request, parts, {
    response: connection.response,
    signal: connection.signal,
    beforeRead: () => sendContinue(connection),
  });
  let answer: Answer;
  try {
    answer = await service.handle(exchange);
  } catch (error) {
    connection.settings.report(error);
    answer = genericFailure;
  }
  void writeAnswer(answer, connection);
}

function sendContinue(connection: Connection): void {
  if (!connection.awaitsContinue || !canAnswer(connection)) return;
  connection.awaitsContinue = false;
  connection.response.writeContinue();
}
