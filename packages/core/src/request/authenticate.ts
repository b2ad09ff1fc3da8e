import { type KeyRecord, type Keys, validRecord } from "../accounts/keys/keys.js";
import { ServiceError } from "../errors/service-error.js";
import type { Model } from "../models/model.js";
import type { Settings } from "../options.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { checkOptions } from "../validation/check-options.js";
import { askStore } from "./ask-store.js";
import type { Routed } from "./call.js";
import { identify } from "./identify.js";

const anonymous: KeyRecord = { id: "anonymous", accountId: "anonymous", models: "all" };

/** Finds the key of the caller, as `authenticate` does, and notes who asks. */
export function findCaller(routed: Routed): MaybePromise<KeyRecord> {
  const key = authenticate(routed);
  const { events } = routed;
  if (!events) return key;
  return isPromise(key)
    ? key.then((known) => events.facts.noteCaller(known))
    : events.facts.noteCaller(key);
}

/**
 * Finds out who calls, without the body: the host is asked first, then the keys.
 * @throws ServiceError `unauthenticated`; `no_permission` if the host knows the caller, but the
 * request comes from another site; `store_unavailable` if host or keys do not answer in time
 */
export function authenticate(routed: Routed): MaybePromise<KeyRecord> {
  const identified = identify(routed.settings, routed.exchange);
  return isPromise(identified)
    ? identified.then((caller) => acceptCaller(routed, caller))
    : acceptCaller(routed, identified);
}

function acceptCaller(routed: Routed, caller: KeyRecord | undefined): MaybePromise<KeyRecord> {
  if (!caller) return askKeys(routed);
  routed.settings.checkIdentifiedSite(routed.exchange);
  return caller;
}

function askKeys(routed: Routed): MaybePromise<KeyRecord> {
  const { settings, format, exchange } = routed;
  if (settings.isAnonymous) return anonymous;
  const { keys } = settings;
  if (!keys) throw unknownToHost();
  const secret = format.readCredential(exchange.headers);
  if (secret === undefined) throw format.missingCredential();
  const { signal } = exchange;
  const found = askStore(settings, "keys", () => findKey(keys, { secret, signal }));
  return isPromise(found)
    ? found.then((key) => acceptKey(routed, secret, key))
    : acceptKey(routed, secret, found);
}

/** A service whose host alone knows the callers: no key would help. */
function unknownToHost(): ServiceError {
  const message =
    "This service takes no API keys. Its host decides who may call it, and did not recognize this request.";
  return new ServiceError({ kind: "unauthenticated", message });
}

function acceptKey(
  { format, exchange }: Routed,
  secret: string,
  key: KeyRecord | undefined,
): KeyRecord {
  if (key) return key;
  throw format.wrongCredential(secret, exchange.headers);
}

function findKey(
  keys: Keys,
  query: Parameters<Keys["find"]>[0],
): MaybePromise<KeyRecord | undefined> {
  const found = keys.find(query);
  return isPromise(found) ? found.then(checkRecord) : checkRecord(found);
}

/** Records that were checked. A store may return the same one for every request of a key. */
const checked = new WeakSet<KeyRecord>();

function checkRecord(record: KeyRecord | undefined): KeyRecord | undefined {
  if (!record || checked.has(record)) return record;
  checkOptions("keys.find", record, validRecord, "record");
  checked.add(record);
  return record;
}

/** The models that a key may use, in the order of the service. */
export function modelsOf(settings: Settings, key: KeyRecord): readonly Model[] {
  const { models } = key;
  return models === "all"
    ? settings.models
    : settings.models.filter(({ id }) => models.includes(id));
}

/**
 * Resolves a name to one of the models that the key may use. An exact id or alias takes precedence
 * over an alias that ends in `*`, which matches all names with that prefix; of several such aliases
 * the longest takes precedence.
 * @throws ServiceError `unknown_model`, the same for a model that does not exist
 */
export function chooseModel(
  { settings, format, events }: Routed,
  key: KeyRecord,
  name: string,
): Model {
  const models = modelsOf(settings, key);
  const exact = models.find(({ id, aliases }) => id === name || aliases.includes(name));
  const model = exact ?? findByBeginning(models, name);
  if (!model) throw format.unknownModel(name);
  events?.facts.noteModel(model);
  return model;
}

function findByBeginning(models: readonly Model[], name: string): Model | undefined {
  const fits = (alias: string) => alias.endsWith("*") && name.startsWith(alias.slice(0, -1));
  return models
    .flatMap((model) => model.aliases.filter(fits).map((alias) => ({ model, alias })))
    .reduce<{ model: Model; alias: string } | undefined>(
      (longest, next) => (longest && longest.alias.length >= next.alias.length ? longest : next),
      undefined,
    )?.model;
}
