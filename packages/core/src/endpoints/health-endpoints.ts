import { createJsonAnswer } from "../http/answers.js";
import type { Endpoint } from "./endpoint.js";

/**
 * Endpoints for whatever restarts a process and sends it requests, such as Kubernetes. Neither asks for
 * a key, so they are served only under addresses, names without a dot, and `allowedHosts`.
 *
 * `GET /healthz` is 200 as long as the process can answer at all. It touches no store, so that an outage
 * of a store restarts nothing. `GET /readyz` is 200 if the ledger, the keys, the limits and the
 * idempotency keys answer within a second, as far as they can be asked. Otherwise it is 503 and names
 * those that do not; the reporter hears why. Both are served while the service closes: it is alive then,
 * but not ready.
 *
 * @example
 * createService({ models, keys, endpoints: healthEndpoints() });
 */
export function healthEndpoints(): readonly Endpoint[] {
  return [
    {
      method: "GET",
      path: "/healthz",
      whileClosing: true,
      isPublic: true,
      answer: async () => createJsonAnswer(200, [], { status: "alive" }),
    },
    {
      method: "GET",
      path: "/readyz",
      whileClosing: true,
      isPublic: true,
      async answer({ checkReadiness }) {
        const readiness = await checkReadiness();
        return createJsonAnswer(readiness.status === "ready" ? 200 : 503, [], readiness);
      },
    },
  ];
}
