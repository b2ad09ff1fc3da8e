import { validPrices } from "../accounts/prices/check-prices.js";
import type { PriceList } from "../accounts/prices/prices.js";
import type { UpstreamCapabilities } from "../conversation/capabilities.js";
import type { ListedModel } from "../formats/upstream-format.js";
import { timedOut } from "../models/failures.js";
import type { Model } from "../models/model.js";
import { systemClock } from "../runtime/clock.js";
import { anything, type Check, deferred } from "../validation/check.js";
import { checkOptions } from "../validation/check-options.js";
import { mapOf, members } from "../validation/objects.js";
import { callback } from "../validation/values.js";
import { upstreamChecks } from "./check-options.js";
import { upstreamOf } from "./create-upstream.js";
import type { UpstreamOptions } from "./options.js";
import { isAccepted, toFailure } from "./send/failure.js";
import { readJsonReply } from "./send/read-body.js";
import { send } from "./send/send.js";
import { tryKeys } from "./send/try-keys.js";
import type { Upstream } from "./upstream.js";

/** Milliseconds for the whole list. */
const listTime = 30_000;

/**
 * The options of an upstream, without those of a single model. Options that you set replace the upstream's own
 * report of each model.
 */
export interface ListOptions<C extends UpstreamCapabilities = UpstreamCapabilities>
  extends Omit<UpstreamOptions<C>, "id" | "model" | "aliases" | "displayName" | "prices"> {
  /** The prices of each model by its name, as `readPriceTable` returns them. */
  readonly prices?: Readonly<Record<string, PriceList>> | undefined;
}

/**
 * Asks an upstream once for its models, and makes one model of each, under the name that it has there.
 * What the upstream reports about a model replaces options that are not set.
 *
 * @example
 * const models = await listUpstreamModels(chatCompletionsUpstream, { baseUrl, apiKey });
 * const service = createService({ models, keys });
 * @throws ServiceError if the upstream does not answer with a list within 30 seconds
 * @throws TypeError for invalid options; the message says how to fix them
 */
export async function listUpstreamModels<C extends UpstreamCapabilities>(
  create: (options: UpstreamOptions<C>) => Model,
  options: ListOptions<C>,
): Promise<Model[]> {
  checkOptions("listUpstreamModels", create, callback, "create");
  checkOptions("listUpstreamModels", options, validOptions);
  const { prices: _, ...rest } = options;
  const upstream = upstreamOf(create({ ...rest, id: "models" }));
  if (!upstream) {
    throw new TypeError(
      "listUpstreamModels: pass messagesUpstream or chatCompletionsUpstream to list models.",
    );
  }
  const models = new Map<string, Model>();
  for (const listed of await askForModels(upstream)) {
    models.set(listed.id, create(toOptions(options, listed)));
  }
  return [...models.values()];
}

const validOptions: Check = /* @__PURE__ */ deferred(() => {
  // Which capabilities there are depends on the format, which checks them as well.
  const checks = upstreamChecks(anything);
  const { id: _, model: __, aliases: ___, displayName: ____, ...shared } = checks;
  return members<ListOptions>({ ...shared, prices: { given: mapOf(validPrices) } });
});

async function askForModels(upstream: Upstream): Promise<readonly ListedModel[]> {
  const { keys } = upstream;
  const controller = new AbortController();
  const { signal } = controller;
  const disarm = systemClock.after(listTime, () => controller.abort(timedOut()));
  try {
    return keys
      ? await tryKeys(keys, { clock: systemClock }, (keyed) => askWith(keyed, signal))
      : await askWith(upstream, signal);
  } finally {
    disarm();
  }
}

async function askWith(upstream: Upstream, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const { format, key } = upstream;
  const message = { path: format.modelsPath, headers: [], stream: false };
  const response = await send(upstream, message, signal);
  if (!isAccepted(response.status)) {
    const failure = await toFailure(upstream, message, response, systemClock);
    key?.noteFailure(failure, response.headers, systemClock);
    throw failure;
  }
  const { value } = await readJsonReply(response.body, systemClock);
  return format.parseModels(value);
}

/** A name comes from the upstream, and may be that of a member that every object has. */
function priceOf(prices: ListOptions["prices"], id: string): PriceList | undefined {
  return prices && Object.hasOwn(prices, id) ? prices[id] : undefined;
}

function toOptions<C extends UpstreamCapabilities>(
  options: ListOptions<C>,
  listed: ListedModel,
): UpstreamOptions<C> {
  const { id, displayName, created, ownedBy, maxOutputTokens, contextWindow } = listed;
  const { prices: _, ...rest } = options;
  const prices = priceOf(options.prices, id);
  return {
    displayName,
    created,
    ownedBy,
    contextWindow,
    ...rest,
    id,
    ...(prices && { prices }),
    // A listed number is a `maxOutput` of every format's capabilities.
    capabilities: {
      ...(maxOutputTokens !== undefined && { maxOutput: maxOutputTokens }),
      ...options.capabilities,
    } as Partial<C>,
  };
}
