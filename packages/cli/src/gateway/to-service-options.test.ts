import { createService, type Service } from "@diglot/core";
import { expect, it, onTestFinished } from "vitest";
import { checkConfig } from "../config/check/check-config.js";
import type { GatewayConfig } from "../config/types.js";
import { noNotices } from "../log/log.js";
import { noProgress } from "../terminal/progress.js";
import { version } from "../version.js";
import { createResources } from "./lifecycle/resources.js";
import { openParts } from "./open-parts.js";
import { toServiceOptions } from "./to-service-options.js";

/** The service that a config with one model describes, until the test ends. */
async function serviceOf(members: GatewayConfig): Promise<Service> {
  const models = [{ id: "echo", embedded: "echo" }];
  const config = await checkConfig({ models, ...members }, "config", {});
  const lease = createResources().lease();
  onTestFinished(() => lease.end());
  const parts = await openParts(config, lease, { notices: noNotices, progress: noProgress });
  return createService(await toServiceOptions(config, parts, []));
}

/** The status of a path under a host. */
async function statusOf(service: Service, host: string, path: string): Promise<number> {
  const { status } = await service.fetch(
    new Request(`http://${host}${path}`, { headers: { host } }),
  );
  return status;
}

it("a service that everyone may call is called by its own host, and by no name of another site", async () => {
  const host = "models.example";
  const everyone = { allowAnonymous: true, allowAnonymousFromNetwork: true };
  const service = await serviceOf({ ...everyone, host });
  expect(await statusOf(service, `${host}:8787`, "/v1/models")).toBe(200);
  expect(await statusOf(service, "other.example", "/v1/models")).toBe(403);
});

it("metrics without a credential are not shown to pages of other sites", async () => {
  const keys = [{ id: "me", key: "sk-gateway-0123456789" }];
  const service = await serviceOf({ keys, metrics: true });
  expect(await statusOf(service, "prometheus.localhost", "/metrics")).toBe(200);
  expect(await statusOf(service, "other.example", "/metrics")).toBe(403);
});

it("a service without keys of its own takes those that its administrators issue", async () => {
  const credential = "0123456789-of-ada";
  const service = await serviceOf({ admin: { credential } });
  const issued = await service.request("/admin/keys", {
    method: "POST",
    headers: { "x-api-key": credential, "content-type": "application/json" },
    body: JSON.stringify({ account_id: "team-a" }),
  });
  const { secret } = await issued.json();
  const headers = { authorization: `Bearer ${secret}` };
  expect((await service.request("/v1/models", { headers })).status).toBe(200);
});

it("a service describes itself with its name, its version and the endpoints that it has", async () => {
  const service = await serviceOf({ allowAnonymous: true });
  const { info, paths } = await (await service.request("/openapi.json")).json();
  expect(info).toEqual({ title: "diglot serve", version });
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/healthz", "/v1/balance"]));
  expect(paths).not.toHaveProperty("/metrics");
});

it.each([
  [undefined, ["/v1/messages", "/v1/responses", "/v1/chat/completions"]],
  [["responses"] as const, ["/v1/responses"]],
])("a service of the formats %j describes these", async (formats, described) => {
  const service = await serviceOf({ allowAnonymous: true, service: { formats } });
  const { paths } = await (await service.request("/openapi.json")).json();
  const all = ["/v1/messages", "/v1/responses", "/v1/chat/completions"];
  expect(all.filter((path) => path in paths)).toEqual(described);
});
