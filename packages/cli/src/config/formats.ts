import { presets } from "@diglot/core";
import { type ModelFormatName, modelFormats, type UpstreamFormatName } from "./upstream-formats.js";

const names: ReadonlySet<unknown> = new Set(modelFormats);

/** The format of an upstream, as far as its config says it; whatever else is there is no format. */
export function formatOf(upstream: {
  readonly format?: unknown;
  readonly preset?: unknown;
}): ModelFormatName | undefined {
  const { format, preset } = upstream;
  if (format === undefined) return formatOfPreset(preset);
  return isFormat(format) ? format : undefined;
}

/** The format of the upstreams that a preset describes. */
export function formatOfPreset(preset: unknown): UpstreamFormatName | undefined {
  if (typeof preset !== "string" || !Object.hasOwn(presets, preset)) return undefined;
  return preset === "anthropic" ? "messages" : "chat-completions";
}

function isFormat(value: unknown): value is ModelFormatName {
  return names.has(value);
}
