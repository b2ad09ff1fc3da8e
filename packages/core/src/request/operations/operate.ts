import { createEmptyAnswer } from "../../http/answers.js";
import { answerPreflight, isPreflight } from "../../http/cors.js";
import type { Answer } from "../../http/exchange.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import type { Routed } from "../call.js";
import type { Operation, OtherRoute } from "../route.js";
import { wrongMethod } from "../write-error.js";
import { answerEndpoint } from "./answer-endpoint.js";
import { asksForUpgrade, connect, refuseUpgrade } from "./connect.js";
import { countTokens } from "./count-tokens.js";
import { createHomePage } from "./home-page.js";
import { getModel, listModels } from "./list-models.js";
import { unknownPath } from "./unknown-path.js";

/**
 * Answers a request that asks no model for a reply.
 * @throws ServiceError `unknown_path`, `method_not_allowed`, and those of the operation
 */
export function operate(routed: Routed, route: OtherRoute): MaybePromise<Answer> {
  const { settings, exchange, format, requestId } = routed;
  if (settings.cors && isPreflight(exchange)) return answerPreflight(exchange, settings.cors);
  switch (route.kind) {
    case "unknown":
      throw unknownPath(exchange, format, settings);
    case "home":
      return createHomePage(exchange.method, settings, format.requestIdHeaders(requestId));
    case "wrong_method":
      if (asksForUpgrade(exchange)) return refuseUpgrade(routed);
      throw wrongMethod(exchange.method, route.allow);
    case "preflight":
      return createEmptyAnswer(204, [["allow", route.allow.join(", ")]]);
    case "operation":
      return operateOn(routed, route.operation);
  }
}

function operateOn(routed: Routed, operation: Operation): Promise<Answer> {
  switch (operation.name) {
    case "count_tokens":
      return countTokens(routed);
    case "list_models":
      return listModels(routed);
    case "connect":
      return connect(routed);
    case "get_model":
      return getModel(routed, operation.id);
    case "endpoint":
      return answerEndpoint(routed, operation);
  }
}
