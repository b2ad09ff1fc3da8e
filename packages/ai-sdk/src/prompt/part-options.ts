import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import { type CacheControl, type ImageBlock, type Placed, placeOf } from "@diglot/core";
import { rules } from "../rules.js";
import type { PromptContext } from "./context.js";

interface WithOptions {
  readonly providerOptions?: SharedV4ProviderOptions;
}

/** Cache control, as the provider's own option; of others it is lost. */
export function toCacheOptions(
  part: Placed & { readonly cache?: CacheControl | undefined },
  { family, receipt }: PromptContext,
): SharedV4ProviderOptions | undefined {
  if (!part.cache) return undefined;
  if (family === "anthropic") return { anthropic: { cacheControl: { ...part.cache } as never } };
  receipt.apply(rules.cache, placeOf(part, "cache"));
  return undefined;
}

/** The level of detail of an image, as the provider's own option; `auto` is what happens anyway. */
export function toImageOptions(block: ImageBlock, { family, receipt }: PromptContext): WithOptions {
  const { detail } = block;
  if (detail === undefined || detail === "auto") return {};
  if (family === "openai") return { providerOptions: { openai: { imageDetail: detail } } };
  receipt.apply(rules.detail, placeOf(block, "detail"));
  return {};
}
