import type { UpstreamConfig } from "../../config/types.js";
import { findProvider, type Provider, toAzureAddress } from "./providers.js";

/** What a file says of an upstream. */
export interface UpstreamParts {
  readonly provider: Provider;
  /** The address in the file, with references that are ours. */
  readonly address?: string | undefined;
  readonly apiKey?: string | undefined;
  /** A format other than the provider's usual one. */
  readonly format?: UpstreamConfig["format"];
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An upstream of a provider; absent: neither the file nor the provider has an address that can be called. */
export function toUpstream(parts: UpstreamParts): UpstreamConfig | undefined {
  const { provider, apiKey, headers = {}, format = provider.format } = parts;
  const baseUrl = toBaseUrl(provider, parts.address);
  if (baseUrl === undefined || !isAddress(baseUrl)) return undefined;
  const isUsual = parts.address === undefined || provider.baseUrl === baseUrl;
  // A preset is for conversations, and for the vendor's own service where the provider has one.
  const preset = format === provider.format && (isUsual || !isVendor(provider)) && provider.preset;
  return {
    format,
    baseUrl,
    ...(preset && { preset }),
    ...(apiKey !== undefined && { apiKey }),
    ...(apiKey !== undefined && provider.credential && { credential: provider.credential }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** Whether a text is an address of HTTP, or a variable may hold one. */
export function isAddress(text: string): boolean {
  return /^\$\{/.test(text) || (/^https?:/.test(text) && URL.canParse(text));
}

/** Whether a provider is one service, and not a program that anyone may run. */
function isVendor({ variable, baseUrl }: Provider): boolean {
  return variable !== undefined && baseUrl !== undefined;
}

function toBaseUrl(provider: Provider, address: string | undefined): string | undefined {
  if (address === undefined) return provider.baseUrl;
  if (provider === findProvider("azure")) return toAzureAddress(address);
  const plain = address.replace(/\/+$/, "").replace(/\/(?:chat\/completions|messages)$/, "");
  if (provider !== findProvider("ollama")) return plain;
  return plain.endsWith("/v1") ? plain : `${plain}/v1`;
}
