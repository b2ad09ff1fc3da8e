import type { Endpoint } from "../endpoints/endpoint.js";
import { createJsonAnswer } from "../http/answers.js";
import type { JsonObject } from "../json/value.js";
import { checkDescription, describeService, type ServiceDescription } from "./describe-service.js";

const path = "/openapi.json";

/**
 * An endpoint that answers everyone with the description of the service: `GET /openapi.json`. Like
 * `healthEndpoints` it is served only under addresses, names without a dot, and `allowedHosts`.
 *
 * @example
 * const endpoints = [...accountEndpoints({ ledger }), ...healthEndpoints()];
 * createService({ models, keys, endpoints: [...endpoints, ...openapi({ endpoints })] });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function openapi(service: ServiceDescription = {}): readonly Endpoint[] {
  checkDescription("openapi", service);
  const endpoint = { method: "GET", path } as const;
  const described = { ...service, endpoints: [...(service.endpoints ?? []), endpoint] };
  /** Made on the first request, because most processes are never asked for it. */
  let document: JsonObject | undefined;
  return [
    {
      ...endpoint,
      isPublic: true,
      async answer({ exchange }) {
        document ??= describeService(described);
        const url = service.url ?? toBase(exchange.target);
        return createJsonAnswer(200, [], { ...document, servers: [{ url }] });
      },
    },
  ];
}

/** The base path of the service, as the request has it. */
function toBase(target: string): string {
  const [asked = ""] = target.split("?");
  return asked.replace(/^https?:\/\/[^/]*/i, "").slice(0, -path.length) || "/";
}
