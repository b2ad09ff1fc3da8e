import type { AttemptFacts } from "@diglot/core";

/** Hosts whose provider has a name in the convention. */
const providers: readonly (readonly [host: RegExp, provider: string])[] = [
  [/(?:^|\.)anthropic\.com$/, "anthropic"],
  [/(?:^|\.)openai\.azure\.com$/, "azure.ai.openai"],
  [/(?:^|\.)(?:services|inference)\.ai\.azure\.com$/, "azure.ai.inference"],
  [/^bedrock-runtime\..*\.amazonaws\.com$/, "aws.bedrock"],
  [/(?:^|[.-])aiplatform\.googleapis\.com$/, "gcp.vertex_ai"],
  [/^generativelanguage\.googleapis\.com$/, "gcp.gemini"],
  [/(?:^|\.)cohere\.(?:ai|com)$/, "cohere"],
  [/(?:^|\.)deepseek\.com$/, "deepseek"],
  [/(?:^|\.)groq\.com$/, "groq"],
  [/(?:^|\.)mistral\.ai$/, "mistral_ai"],
  [/(?:^|\.)moonshot\.(?:ai|cn)$/, "moonshot_ai"],
  [/(?:^|\.)perplexity\.ai$/, "perplexity"],
  [/(?:^|\.)x\.ai$/, "x_ai"],
];

/** The name of the service itself, and of the models in its process. */
export const ownProvider = "diglot";

/** Whose model an attempt asks: by its host, or else by the format that it speaks, as the convention says. */
export function providerOf({ upstream, upstreamFormat }: AttemptFacts): string {
  if (upstream === undefined) return ownProvider;
  const host = toUrl(upstream)?.hostname ?? "";
  const known = providers.find(([pattern]) => pattern.test(host));
  return known?.[1] ?? (upstreamFormat === "messages" ? "anthropic" : "openai");
}

/** Where the upstream of an attempt listens; neither member for a model in the process. */
export function serverOf({ upstream }: AttemptFacts): {
  readonly address?: string | undefined;
  readonly port?: number | undefined;
} {
  const url = upstream === undefined ? undefined : toUrl(upstream);
  if (!url) return {};
  return {
    // An address of IPv6 stands in brackets in URLs only.
    address: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (url.protocol === "http:" ? 80 : 443),
  };
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
