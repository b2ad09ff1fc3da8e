import { quote, refuse, ServiceError } from "@diglot/core/formats";

/** The refusal of a request of an endpoint whose model does not serve that endpoint. */
export function refuseModel(model: string, path: string): ServiceError {
  return refuse(`The model ${quote(model)} does not take requests to ${path}.`, "model");
}

/** The refusal of a request in any other format by a model that serves one endpoint only. */
export function refuseFormat(path: string): ServiceError {
  const message = `This model takes only requests to ${path}.`;
  return new ServiceError({
    kind: "bad_request",
    message,
    problems: [{ at: "/model", message }],
  });
}
