import { toPlainLine } from "@diglot/core/redaction";
import type { Answer } from "../http/ask.js";
import { DiscoveryError } from "./discovery-error.js";
import type { Findings } from "./examine.js";
import { errorText } from "./judge.js";

/** What servers and the proxies before them answer for a while. */
const notReadyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Somebody listens, but does not answer. */
const closing: ReadonlySet<string> = new Set(["ECONNRESET", "UND_ERR_SOCKET"]);

/** What the words depend on. */
export interface Circumstances {
  readonly apiKey: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Says why nothing was discovered, from what was seen at each base URL. */
export function explain(
  seen: readonly Findings[],
  { apiKey, timeout }: Circumstances,
): DiscoveryError {
  const [first] = seen;
  if (!first) throw new TypeError("There must be a base URL.");
  const refusing = seen.find(refusesKey);
  if (refusing) return keyRefused(refusing.baseUrl, apiKey);
  const { nowhere, baseUrl } = first;
  if (nowhere.outcome === "timeout") {
    return new DiscoveryError(
      "timeout",
      `${baseUrl} did not answer within ${timeout / 1000} s. Is the server busy, or the address that of another service?`,
    );
  }
  if (nowhere.outcome === "failed") return unreachable(baseUrl, nowhere.reason);
  return notReadyStatuses.has(nowhere.status)
    ? notReady(baseUrl, nowhere, apiKey)
    : notAModelServer(seen, apiKey);
}

function refusesKey({ messages, chatCompletions, responses, nowhere }: Findings): boolean {
  const verdicts = [messages.verdict, chatCompletions.verdict, responses.verdict];
  // Proxies forbid unknown paths with 403, whatever the key.
  const asksForKey = nowhere.outcome === "answered" && nowhere.status === 401;
  return asksForKey || verdicts.includes("refuses_key");
}

function keyRefused(baseUrl: string, apiKey: string | undefined): DiscoveryError {
  return new DiscoveryError(
    "key_refused",
    apiKey === undefined
      ? `${baseUrl} asks for a key. Give it in DIGLOT_UPSTREAM_KEY or with --upstream-key; in a config, it is \`apiKey\`.`
      : `${baseUrl} refuses the key. Correct it: \`apiKey\` in a config, otherwise --upstream-key or DIGLOT_UPSTREAM_KEY.`,
  );
}

function unreachable(baseUrl: string, reason: string): DiscoveryError {
  const { origin } = new URL(baseUrl);
  if (closing.has(reason)) {
    return new DiscoveryError(
      "unreachable",
      `${origin} closes the connection without an answer (${reason}). Is it a server of HTTPS, or of something else?`,
    );
  }
  const words =
    reason === "ECONNREFUSED" ? `Nothing listens at ${origin}` : `${origin} cannot be reached`;
  return new DiscoveryError(
    "unreachable",
    `${words} (${reason}). Start the server, or correct the address.`,
  );
}

function notReady(baseUrl: string, answer: Answer, apiKey: string | undefined): DiscoveryError {
  return new DiscoveryError(
    "not_ready",
    `${baseUrl} is not ready: it answers ${describe(answer, apiKey)}. Try again later.`,
  );
}

function notAModelServer(seen: readonly Findings[], apiKey: string | undefined): DiscoveryError {
  const places = seen.map(({ baseUrl }) => baseUrl).join(" and ");
  const answers = seen.map(({ nowhere }) => describe(nowhere, apiKey));
  return new DiscoveryError(
    "not_a_model_server",
    `Neither Messages nor Chat Completions nor Responses is spoken at ${places}. ` +
      `The server answers ${[...new Set(answers)].join(" and ")}. ` +
      "Give the address as a client of the server takes it, such as http://127.0.0.1:11434/v1.",
  );
}

/** The status and what was said, without the key, in case the server repeats it. */
function describe(answer: Answer, apiKey: string | undefined): string {
  if (answer.outcome !== "answered") return "nothing";
  const { status, contentType } = answer;
  if (/html/.test(contentType)) return `${status} with a web page`;
  if (status >= 300 && status < 400) return `${status}, a redirect to another address`;
  const text = toPlainLine(errorText(answer));
  const words = apiKey === undefined ? text : text.replaceAll(apiKey, "[key]");
  return words === "" ? `${status}` : `${status}: ${JSON.stringify(words)}`;
}
