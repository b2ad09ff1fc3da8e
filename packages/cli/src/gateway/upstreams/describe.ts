import { z } from "zod";
import { upstreamList } from "../../admin/wire/upstreams.js";

const answer = {
  200: {
    description: "What is known of each upstream.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Upstreams" } } },
  },
  401: { description: "The credential is missing or wrong." },
};

const shared = {
  tags: ["Administration"],
  security: [{ administrator: [] }, { bearerAdministrator: [] }],
  responses: answer,
};

/** What describes the endpoints of upstreams in OpenAPI. */
export const upstreamDescription = {
  paths: {
    "/admin/upstreams": {
      get: { operationId: "listUpstreams", summary: "Show the upstreams", ...shared },
    },
    "/admin/upstreams/check": {
      post: { operationId: "checkUpstreams", summary: "Ask the upstreams again", ...shared },
    },
  },
  get schemas() {
    return { Upstreams: toSchema() };
  },
};

/** Made when it is asked for, which it rarely is. */
function toSchema(): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(upstreamList);
  return schema;
}
