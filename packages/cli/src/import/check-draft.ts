import { checkConfig } from "../config/check/check-config.js";
import { ConfigError } from "../config/check/config-error.js";
import type { GatewayConfig } from "../config/types.js";
import { Failure } from "../terminal/failure.js";
import type { Draft } from "./draft/draft.js";

/**
 * The config of a draft, which `diglot serve` takes once its variables are set.
 * @throws Failure if nothing of the file can be served, or a value of the file cannot be in a config
 */
export async function checkDraft(draft: Draft, out: string): Promise<GatewayConfig> {
  const config = draft.toConfig();
  const upstreams = Object.values(config.upstreams ?? {});
  if (upstreams.length === 0)
    throw new Failure(describeNothing(draft), { hint: "Nothing is written." });
  try {
    await checkConfig(config, out, toSamples(config, draft));
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new Failure(`A value of the file cannot be in a config:\n${cause.message}`, {
      hint: "Nothing is written.",
      cause,
    });
  }
  return config;
}

/** Values of the variables that are valid wherever they stand. */
function toSamples(config: GatewayConfig, { variables }: Draft): Readonly<Record<string, string>> {
  const addresses = Object.values(config.upstreams ?? {}).map(({ baseUrl }) => baseUrl);
  const { store } = config;
  return Object.fromEntries(
    variables.list.map(({ name }) => {
      const isIn = (text: string | undefined) => text?.includes(`{${name}}`) === true;
      if (isIn(store?.url)) return [name, "postgres://127.0.0.1/imported"];
      if (isIn(String(config.port))) return [name, "8787"];
      return [name, addresses.some(isIn) ? "http://127.0.0.1:1" : "imported-secret-0123456789"];
    }),
  );
}

function describeNothing({ notes }: Draft): string {
  const reasons = notes.items
    .filter(({ outcome }) => outcome === "impossible")
    .map(({ path, message }) => `  /${path.join("/")} ${message}`);
  return ["No model of the file can be served.", ...reasons].join("\n");
}
