import {
  type Endpoint,
  healthEndpoints,
  type Reporter,
  type ServiceOptions,
  type StrictProfile,
} from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { openapi } from "@diglot/core/openapi";
import { createResponsesStrictRules } from "@diglot/responses";
import type { CheckedConfig } from "../config/check/check-config.js";
import { dropUndefined } from "../config/options/drop-undefined.js";
import {
  describedFormats,
  toPlainServiceOptions,
} from "../config/options/to-plain-service-options.js";
import { version } from "../version.js";
import { findKeys } from "./accounts/find-keys.js";
import { listSecrets } from "./observation/list-secrets.js";
import type { OpenParts } from "./open-parts.js";
import { hostsOfAll } from "./open-to-all.js";
import { upstreamDescription } from "./upstreams/describe.js";
import { upstreamEndpoints } from "./upstreams/endpoints.js";

/** The options of a service whose reporters are a list. */
export interface GatewayServiceOptions extends ServiceOptions {
  readonly reporter: readonly Reporter[];
}

/** The options of the service that a config describes. */
export async function toServiceOptions(
  config: CheckedConfig,
  parts: OpenParts,
  reporters: readonly Reporter[],
): Promise<GatewayServiceOptions> {
  const { models, store, limits } = parts;
  const {
    service = {},
    keys = [],
    accounts = {},
    allowAnonymous,
    unknownAccounts,
    requirePrices,
  } = config;
  return {
    ...dropUndefined({ allowedHosts: hostsOfAll(config) }),
    ...toPlainServiceOptions(service),
    ...dropUndefined({ unknownAccounts, requirePrices }),
    ...(service.validation === "strict" && { validation: await loadStrictProfile() }),
    ...(allowAnonymous ? { allowAnonymous } : { keys: findKeys(keys, accounts, store.keys) }),
    models,
    ledger: store.ledger,
    idempotency: store.idempotency,
    ...(keepsReplies(config) && { documents: store.documents }),
    limits,
    endpoints: await toEndpoints(config, parts),
    secrets: listSecrets(config),
    reporter: [
      ...reporters,
      ...(parts.telemetry ? [parts.telemetry] : []),
      ...(parts.upstreams ? [parts.upstreams.reporter] : []),
      ...(parts.metrics ? [parts.metrics.reporter] : []),
      ...(parts.inspector ? [parts.inspector.inspector.reporter] : []),
    ],
  };
}

/** What is kept in a database lasts, and prompts are part of it. So there it must be asked for. */
function keepsReplies({ service, store = { type: "memory" } }: CheckedConfig): boolean {
  return service?.responses?.keep ?? store.type === "memory";
}

/** The rules of the real services, which few gateways need. */
async function loadStrictProfile(): Promise<StrictProfile> {
  const { strict } = await import("@diglot/core/strict");
  const { chatCompletions } = strict;
  return { ...strict, responses: createResponsesStrictRules({ chatCompletions }) };
}

async function toEndpoints(
  { admin, health = true, service }: CheckedConfig,
  parts: OpenParts,
): Promise<readonly Endpoint[]> {
  const { store, metrics } = parts;
  const endpoints = [
    ...(health ? healthEndpoints() : []),
    ...(metrics ? [metrics.endpoint] : []),
    ...accountEndpoints({ ledger: store.ledger }),
    ...(admin ? await toAdministration(admin, parts) : []),
  ];
  const own = admin ? upstreamDescription : {};
  const formats = describedFormats(service);
  if (formats.length === 0) return endpoints;
  return [...endpoints, ...openapi({ formats, endpoints, title: "diglot serve", version, ...own })];
}

/** What administrators reach. The credential of the inspector's link is one of theirs. */
async function toAdministration(
  { credential: given }: NonNullable<CheckedConfig["admin"]>,
  { store: { keys, ledger }, inspector: opened, upstreams }: OpenParts,
): Promise<readonly Endpoint[]> {
  const named = typeof given === "string" ? { administrator: given } : given;
  const credential = { ...opened?.link?.credential, ...named };
  const endpoints = [
    ...adminEndpoints({ credential, keys, ledger }),
    ...upstreamEndpoints(credential, upstreams?.all ?? []),
  ];
  if (!opened) return endpoints;
  const { inspectorEndpoints } = await import("@diglot/inspector");
  return [
    ...endpoints,
    ...inspectorEndpoints({
      ...{ ...opened, credential, ledger, hasUpstreams: true },
      notes: () => upstreams?.notes() ?? [],
    }),
  ];
}
