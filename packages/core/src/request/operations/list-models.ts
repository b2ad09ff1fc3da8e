import { createJsonAnswer } from "../../http/answers.js";
import type { Answer } from "../../http/exchange.js";
import { chooseModel, findCaller, modelsOf } from "../authenticate.js";
import type { Routed } from "../call.js";

/** Answers with the models that the caller's key may use. */
export async function listModels(routed: Routed): Promise<Answer> {
  const { settings, exchange, format, requestId } = routed;
  const key = await findCaller(routed);
  format.readHead(exchange.headers);
  const parameters = new URLSearchParams(exchange.target.split("?")[1]);
  const list = format.toModelsList(modelsOf(settings, key), parameters);
  return createJsonAnswer(200, format.requestIdHeaders(requestId), list);
}

/** Answers with one of these models. @throws ServiceError `unknown_model` */
export async function getModel(routed: Routed, id: string): Promise<Answer> {
  const { exchange, format, requestId, events } = routed;
  events?.facts.noteAsked({ model: id });
  const key = await findCaller(routed);
  format.readHead(exchange.headers);
  const model = chooseModel(routed, key, id);
  return createJsonAnswer(200, format.requestIdHeaders(requestId), format.toModel(model));
}
