import type { UpstreamFormatName } from "../config/upstream-formats.js";
import { listBaseUrls } from "./base-urls.js";
import { type Asking, examine, type Findings, type FormatFindings } from "./examine.js";
import { explain } from "./explain.js";
import type { Credential } from "./formats.js";
import type { ListedModel } from "./models.js";

/** Where to look, and how. */
export interface DiscoverOptions {
  /** With or without a version or an endpoint: `http://127.0.0.1:11434`, `https://host/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** How the key is sent. @default each way in which a format takes it */
  readonly credential?: Credential | undefined;
  /** Headers of every request. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for all requests together. @default 10_000 */
  readonly timeout?: number | undefined;
}

/** A server of models, as it was found. */
export interface DiscoveredUpstream {
  /** The format to use: the one that is native to the server. */
  readonly format: UpstreamFormatName;
  /** The base URL with its version, as core's upstreams take it. */
  readonly baseUrl: string;
  /** What the server lists; empty: it lists nothing, so a model must be named. */
  readonly models: readonly ListedModel[];
  /** All formats that it speaks. */
  readonly speaks: readonly UpstreamFormatName[];
  /** How the server takes its key in that format. */
  readonly credential: Credential;
}

/**
 * Finds out what speaks at an address: the lists of models are read, and each endpoint gets a request
 * that it must refuse. No model runs, nothing is charged, and no redirect is followed.
 *
 * A server that speaks Responses beside another format is used with that other one. A server that
 * speaks Messages and Chat Completions is used with Chat Completions, unless clients of Chat Completions
 * get its list of models in the shape of Messages, or get no list while clients of Messages do: then
 * Messages is its native format, and the other one an addition that may ignore fields.
 *
 * @throws DiscoveryError whose message says what was seen and what to do
 */
export async function discoverUpstream(options: DiscoverOptions): Promise<DiscoveredUpstream> {
  const { baseUrl, apiKey, credential, headers = {} } = options;
  const { fetch = globalThis.fetch, timeout = 10_000 } = options;
  const signal = AbortSignal.timeout(timeout);
  const asking: Asking = { fetch, apiKey, credential, headers, signal };
  const seen: Findings[] = [];
  for (const candidate of listBaseUrls(baseUrl)) {
    const findings = await examine(candidate, asking);
    const discovered = toDiscovered(findings);
    if (discovered) return discovered;
    seen.push(findings);
    if (findings.nowhere.outcome !== "answered") break;
  }
  throw explain(seen, { apiKey, timeout });
}

function toDiscovered(findings: Findings): DiscoveredUpstream | undefined {
  const { baseUrl, messages, chatCompletions, responses } = findings;
  const byName = { "chat-completions": chatCompletions, messages, responses };
  const speaks = names.filter((name) => byName[name].verdict === "speaks");
  const format = prefer(speaks, findings);
  if (format === undefined) return undefined;
  const { credential, list } = byName[format];
  const { models = [] } = list ?? chatCompletions.list ?? messages.list ?? {};
  return { format, baseUrl, models, speaks, credential };
}

/** The likeliest format of a server comes first. */
const names = ["chat-completions", "messages", "responses"] as const;

function prefer(
  speaks: readonly UpstreamFormatName[],
  { messages, chatCompletions }: Findings,
): UpstreamFormatName | undefined {
  return speaks.includes("messages") && listsLikeMessages(messages, chatCompletions)
    ? "messages"
    : speaks[0];
}

function listsLikeMessages(messages: FormatFindings, chatCompletions: FormatFindings): boolean {
  const list = chatCompletions.list ?? messages.list;
  return list?.shape === "messages";
}
