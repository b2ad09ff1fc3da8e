import type { PresetName, UpstreamConfig } from "../../config/types.js";
import type { UpstreamFormatName } from "../../config/upstream-formats.js";

/** A vendor or a server that speaks one of our formats. */
export interface Provider {
  /** The name of its upstream. */
  readonly name: string;
  readonly format: UpstreamFormatName;
  /** Its address; absent: the file must have it. */
  readonly baseUrl?: string;
  /** Where it is what it is well known for. */
  readonly preset?: PresetName;
  /** Its usual variable; absent: it usually has no key. */
  readonly variable?: string;
  readonly credential?: UpstreamConfig["credential"];
}

const chat = (name: string, baseUrl: string, variable: string, preset?: PresetName): Provider => ({
  name,
  format: "chat-completions",
  baseUrl,
  variable,
  ...(preset && { preset }),
});

const anthropic: Provider = {
  name: "anthropic",
  format: "messages",
  baseUrl: "https://api.anthropic.com",
  preset: "anthropic",
  variable: "ANTHROPIC_API_KEY",
};
const azure: Provider = {
  name: "azure",
  format: "chat-completions",
  variable: "AZURE_API_KEY",
  credential: "api-key",
};
const compatible: Provider = { name: "compatible", format: "chat-completions" };
const ollama: Provider = {
  name: "ollama",
  format: "chat-completions",
  baseUrl: "http://127.0.0.1:11434/v1",
  preset: "ollama",
};
const vllm: Provider = { name: "vllm", format: "chat-completions", preset: "vllm" };
const google = "https://generativelanguage.googleapis.com/v1beta/openai";
const gemini = chat("gemini", google, "GEMINI_API_KEY");
const openai = chat("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "openai");
const mistral = chat("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral");
const together = chat("together", "https://api.together.xyz/v1", "TOGETHERAI_API_KEY");
const fireworks = chat(
  "fireworks",
  "https://api.fireworks.ai/inference/v1",
  "FIREWORKS_AI_API_KEY",
);
const perplexity = chat("perplexity", "https://api.perplexity.ai", "PERPLEXITYAI_API_KEY");
const xai = chat("xai", "https://api.x.ai/v1", "XAI_API_KEY");
const cerebras = chat("cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY");
const deepSeek = chat("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", "deepSeek");
const openRouter = chat(
  "openrouter",
  "https://openrouter.ai/api/v1",
  "OPENROUTER_API_KEY",
  "openRouter",
);
const groq = chat("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY");

/** By the names that LiteLLM and Portkey give them. */
const providers: Readonly<Record<string, Provider>> = {
  openai,
  anthropic,
  azure,
  "azure-openai": azure,
  ollama,
  ollama_chat: ollama,
  hosted_vllm: vllm,
  vllm,
  openrouter: openRouter,
  mistral,
  "mistral-ai": mistral,
  deepseek: deepSeek,
  groq,
  gemini,
  google: gemini,
  together_ai: together,
  "together-ai": together,
  fireworks_ai: fireworks,
  "fireworks-ai": fireworks,
  perplexity,
  "perplexity-ai": perplexity,
  xai,
  "x-ai": xai,
  cerebras,
  openai_like: compatible,
  custom_openai: compatible,
  litellm_proxy: compatible,
  lm_studio: compatible,
  llamafile: compatible,
};

/** A provider by its name; absent: it speaks none of our formats, or is not known. */
export function findProvider(name: string): Provider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

/** The provider of a model that is named without one, where its name shows it. */
export function guessProvider(model: string): Provider | undefined {
  if (/^claude-/.test(model)) return anthropic;
  return /^(?:gpt-|chatgpt-|o[134](?:-|$)|text-embedding-)/.test(model) ? openai : undefined;
}

/** The address of Azure's endpoint that takes names of deployments as models and needs no version. */
export function toAzureAddress(resource: string): string {
  const address = resource.replace(/\/+$/, "");
  return /\/openai(?:\/|$)/.test(address) ? address : `${address}/openai/v1`;
}
