// The service below /ai.
import { toFetchHandler } from "@diglot/adapter-fetch";
import { chatCompletionsUpstream, createMemoryKeys, createService } from "@diglot/core";

const { UPSTREAM_URL, GATEWAY_KEY = "local-secret" } = process.env;

const service = createService({
  basePath: "/ai",
  models: [
    chatCompletionsUpstream({ id: "local", baseUrl: UPSTREAM_URL ?? "http://127.0.0.1:11434/v1" }),
  ],
  keys: createMemoryKeys([{ key: GATEWAY_KEY }]),
});

const handler = toFetchHandler(service);

export { handler as GET, handler as POST };
