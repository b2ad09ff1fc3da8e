import Anthropic from "@anthropic-ai/sdk";
import type { Service } from "@diglot/core";
import AnthropicZero from "anthropic-sdk-0";
import OpenAI from "openai";
import OpenAISix from "openai-6";
import { key } from "./key.js";

/** The official Messages client in both versions that are in use. */
export const messagesClients = {
  "@anthropic-ai/sdk 1": Anthropic,
  "@anthropic-ai/sdk 0": AnthropicZero as unknown as typeof Anthropic,
};

/** The official Chat Completions client in both versions that are in use. */
export const chatClients = {
  "openai 7": OpenAI,
  "openai 6": OpenAISix as unknown as typeof OpenAI,
};

/** What a client is made with. */
export interface ClientSettings {
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Without `/v1`. @default the vendor's own, which no one but the `fetch` sees */
  readonly baseURL?: string;
  /** @default the key of all tests */
  readonly apiKey?: string;
  /** @default 0 */
  readonly maxRetries?: number;
}

/** A Messages client, of the newer version unless another is given. */
export function messagesClient(
  { fetch, ...settings }: ClientSettings,
  Client: typeof Anthropic = Anthropic,
): Anthropic {
  return new Client({
    ...{ apiKey: key, maxRetries: 0, ...settings },
    fetch: fetch as typeof globalThis.fetch,
  });
}

/** A Chat Completions client, of the newer version unless another is given. */
export function chatClient(
  { fetch, baseURL, ...settings }: ClientSettings,
  Client: typeof OpenAI = OpenAI,
): OpenAI {
  return new Client({
    ...{ apiKey: key, maxRetries: 0, ...settings },
    ...(baseURL && { baseURL: `${baseURL}/v1` }),
    fetch: fetch as typeof globalThis.fetch,
  });
}

/** The newer clients of both formats. */
export function clientsOf(settings: ClientSettings) {
  return { anthropic: messagesClient(settings), openai: chatClient(settings) };
}

/** The `fetch` of a service, with a note of every request that a client made. */
export function recording({ fetch }: Pick<Service, "fetch">) {
  const requests: Request[] = [];
  return {
    requests,
    fetch: (input: Request | URL | string, init?: RequestInit) => {
      requests.push(new Request(input, init));
      return fetch(input, init);
    },
  };
}
