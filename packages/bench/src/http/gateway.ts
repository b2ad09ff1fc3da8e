// Diglot as a server. The first argument is the checkout whose build is served.
import { createServer, type Server } from "node:http";
import type { Model, Service } from "@diglot/core";
import { startProfile } from "../profile/profile-work.ts";
import { answerParent } from "../shared/children.ts";
import { key } from "../shared/exchange.ts";
import { listen } from "../shared/listen.ts";
import { loadCore, loadPackage } from "../shared/project.ts";
import { modelName } from "../shared/requests.ts";
import { ownModel } from "../shared/services.ts";
import type { TargetOptions } from "./targets.ts";
import { used } from "./used.ts";

type NodeHttp = typeof import("@diglot/adapter-node-http");
type Express = typeof import("@diglot/adapter-express");

const [root = ""] = process.argv.slice(2);
const core = await loadCore(root);
const nodeHttp = await loadPackage<NodeHttp>(root, "adapter-node-http");
let stopProfile: ((path: string) => Promise<void>) | undefined;

answerParent({
  start: async (options: TargetOptions) => listen(await serverOf(serviceOf(options), options)),
  used,
  async startProfile() {
    stopProfile = await startProfile();
  },
  stopProfile: (path: string) => stopProfile?.(path),
});

function serviceOf(options: TargetOptions): Service {
  return core.createService({
    models: [modelOf(options)],
    keys: core.createMemoryKeys([{ key }]),
    limits: core.createMemoryLimits({ concurrentRequests: 20_000 }),
  });
}

function modelOf({ model, upstreamPort, transport }: TargetOptions): Model {
  if (model === "own") return ownModel(core, ["word ".repeat(130)]);
  const options = {
    id: modelName,
    apiKey: "sk-upstream",
    ...(transport !== "fetch" && { transport: nodeHttp.createNodeTransport() }),
  };
  const origin = `http://127.0.0.1:${upstreamPort}`;
  return model === "chat"
    ? core.chatCompletionsUpstream({
        ...options,
        baseUrl: `${origin}/v1`,
        capabilities: core.presets.openai,
      })
    : core.messagesUpstream({
        ...options,
        baseUrl: origin,
        capabilities: core.presets.anthropic,
      });
}

async function serverOf(service: Service, { adapter }: TargetOptions): Promise<Server> {
  if (adapter !== "express") return nodeHttp.createHttpServer(service);
  const { createExpressMiddleware } = await loadPackage<Express>(root, "adapter-express");
  const { default: express } = await import("express");
  return createServer(express().use(createExpressMiddleware(service)));
}
