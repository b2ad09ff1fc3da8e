// A Hono application with the service below /ai.
import { toFetchHandler } from "@diglot/adapter-fetch";
import { chatCompletionsUpstream, createMemoryKeys, createService } from "@diglot/core";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";

const { UPSTREAM_URL, GATEWAY_KEY = "local-secret", PORT = "3000" } = process.env;

const service = createService({
  models: [
    chatCompletionsUpstream({ id: "local", baseUrl: UPSTREAM_URL ?? "http://127.0.0.1:11434/v1" }),
  ],
  keys: createMemoryKeys([{ key: GATEWAY_KEY }]),
});

const app = new Hono();
app.use(compress());
app.get("/", (context) => context.text("The application's own page."));
app.mount("/ai", toFetchHandler(service));

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) }, (address) =>
  console.log(`http://${address.address}:${address.port}`),
);

process.once("SIGTERM", async () => {
  await service.close({ timeout: 5_000 });
  server.close();
});
