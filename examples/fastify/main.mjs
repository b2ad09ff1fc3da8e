// A Fastify application with the service below /ai.
import { toNodeHandler } from "@diglot/adapter-node-http";
import { chatCompletionsUpstream, createMemoryKeys, createService } from "@diglot/core";
import compress from "@fastify/compress";
import Fastify from "fastify";

const { UPSTREAM_URL, GATEWAY_KEY = "local-secret", PORT = "3000" } = process.env;

const service = createService({
  basePath: "/ai",
  models: [
    chatCompletionsUpstream({ id: "local", baseUrl: UPSTREAM_URL ?? "http://127.0.0.1:11434/v1" }),
  ],
  keys: createMemoryKeys([{ key: GATEWAY_KEY }]),
});

const app = Fastify();
await app.register(compress);
app.get("/", () => "The application's own page.");
app.register(mountService, { prefix: "/ai" });

/** @param {import("fastify").FastifyInstance} scope what is set here holds below the prefix alone */
async function mountService(scope) {
  const handler = toNodeHandler(service);
  // Fastify would read the body, which the service reads itself.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  scope.all("/*", (request, reply) => {
    reply.hijack();
    handler(request.raw, reply.raw);
  });
}

console.log(await app.listen({ host: "127.0.0.1", port: Number(PORT) }));

process.once("SIGTERM", async () => {
  await service.close({ timeout: 5_000 });
  await app.close();
});
