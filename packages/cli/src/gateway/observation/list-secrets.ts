import type { CheckedConfig } from "../../config/check/check-config.js";
import { keysOf } from "../../config/keys-of.js";

/** Shorter keys of upstreams are words that stand for none, such as "ollama". */
const leastOfKey = 8;
/** Shorter passwords are words, too, that a log would be hard to read without. */
const leastOfPassword = 6;

/** All secrets of a config. Those of the headers of upstreams are known to the models. */
export function listSecrets(config: CheckedConfig): readonly string[] {
  const { keys = [], admin, metrics, inspector, telemetry, upstreams = {}, store, limits } = config;
  const apiKeys = Object.values(upstreams).flatMap(keysOf);
  const capture = typeof inspector === "object" ? inspector.capture : undefined;
  const headers = valuesOf(typeof telemetry === "object" ? telemetry.headers : undefined);
  const passwords = [store?.url, limits?.redis].flatMap(passwordsOf);
  const secrets = [
    ...keys.map(({ key }) => key),
    ...valuesOf(admin?.credential),
    ...valuesOf(typeof metrics === "object" ? metrics.credential : undefined),
    ...[...apiKeys, ...headers].filter(({ length }) => length >= leastOfKey),
    ...((typeof capture === "object" ? capture.secrets : undefined) ?? []),
    ...passwords.filter(({ length }) => length >= leastOfPassword),
  ];
  return [...new Set(secrets)];
}

function valuesOf(credential: string | Readonly<Record<string, string>> = {}): readonly string[] {
  return typeof credential === "string" ? [credential] : Object.values(credential);
}

/** The password of an address as it is written, and as it is sent. */
function passwordsOf(address: string | undefined): readonly string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  return [password, decode(password), ...searchParams.getAll("password")];
}

function decode(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
