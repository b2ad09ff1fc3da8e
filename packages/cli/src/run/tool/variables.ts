import type { Connection } from "../connection.js";
import type { Variables } from "../presets/preset.js";

/**
 * The variables by which tools and SDKs of every format are pointed at a server. Of the two credentials
 * of Messages, most libraries read only this one, and the official client warns of both.
 */
export function toVariables({ baseUrl, key, model }: Connection): Variables {
  return {
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_AUTH_TOKEN: undefined,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_SMALL_FAST_MODEL: model,
    ANTHROPIC_CUSTOM_HEADERS: undefined,
    OPENAI_BASE_URL: `${baseUrl}/v1`,
    OPENAI_API_BASE: `${baseUrl}/v1`,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: model,
    OPENAI_ORG_ID: undefined,
    OPENAI_PROJECT_ID: undefined,
  };
}

/** The environment of a tool: the given one, with changes. */
export function toEnvironment(
  given: Variables,
  ...changes: readonly Variables[]
): NodeJS.ProcessEnv {
  const all = Object.assign({ ...given }, withoutProxy(given), ...changes);
  return Object.fromEntries(
    Object.entries<string | undefined>(all).filter(([, value]) => value !== undefined),
  );
}

/** A proxy cannot reach the gateway. */
function withoutProxy(given: Variables): Variables {
  const names = Object.keys(given).filter((name) => /^no_proxy$/i.test(name));
  const host = "127.0.0.1";
  return Object.fromEntries(
    (names.length > 0 ? names : ["NO_PROXY"]).map((name) => [
      name,
      given[name] ? `${given[name]},${host}` : host,
    ]),
  );
}
