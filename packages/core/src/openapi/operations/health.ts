import * as z from "zod/mini";
import { json, type Operation } from "../operation.js";

/** That a process answers. */
export const health = /* @__PURE__ */ z.object({ status: z.literal("alive") });

/** Whether a service takes requests, and which of its ports have failed. */
export const readiness = /* @__PURE__ */ z.object({
  status: z.enum(["ready", "unavailable", "closing"]),
  failed: z.optional(z.array(z.enum(["ledger", "keys", "limits", "idempotency", "documents"]))),
});

/** The endpoints that answer everyone. */
export const publicOperations: readonly Operation[] = [
  {
    ...open("/healthz", "getHealth"),
    summary: "Ask whether the process can answer at all",
    answer: { description: "It can.", content: json(health) },
  },
  {
    ...open("/readyz", "getReadiness"),
    summary: "Ask whether the service takes requests",
    answer: { description: "It does.", content: json(readiness) },
    otherAnswers: {
      503: { description: "It does not, and `failed` says why.", content: json(readiness) },
    },
  },
  {
    ...open("/openapi.json", "getDescription"),
    summary: "Get this description",
    answer: {
      description: "OpenAPI 3.1.",
      content: { "application/json": { text: "An OpenAPI document." } },
    },
  },
];

function open(path: string, id: string) {
  return { method: "GET", path, id, tag: "Service", access: "everyone" } as const;
}
