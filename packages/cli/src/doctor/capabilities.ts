import type {
  ChatCompletionsUpstreamCapabilities,
  MessagesUpstreamCapabilities,
} from "@diglot/core";
import type { ResponsesUpstreamCapabilities } from "@diglot/responses";
import type { UpstreamFormatName } from "../config/upstream-formats.js";
import { deriveSampling, deriveToolChoice, deriveTools } from "./derive.js";
import { type FindingById, flagOf, ifFound } from "./found.js";
import { missing } from "./probes/streams.js";

type ChatCompletionsCapabilities = Partial<ChatCompletionsUpstreamCapabilities>;
type ResponsesCapabilities = Partial<ResponsesUpstreamCapabilities>;
type MessagesCapabilities = Partial<MessagesUpstreamCapabilities>;

/** What was found of a server, as the option `capabilities` of an upstream in core takes it. */
export type FoundCapabilities =
  | ChatCompletionsCapabilities
  | MessagesCapabilities
  | ResponsesCapabilities;

/** How each member follows from the findings; undefined: they do not say. */
type Derivations<C> = { readonly [M in keyof C]?: (found: FindingById) => C[M] | undefined };

/**
 * The capabilities that the findings show. What is unclear is left out, so that it stays as the format's
 * default or a preset has it.
 */
export function toCapabilities(format: UpstreamFormatName, found: FindingById): FoundCapabilities {
  if (format === "messages") return derive(messages, found);
  return format === "responses" ? derive(responses, found) : derive(chatCompletions, found);
}

function derive<C extends object>(derivations: Derivations<C>, found: FindingById): Partial<C> {
  const members = Object.entries(derivations) as [string, (found: FindingById) => unknown][];
  const known = members
    .map(([name, toValue]) => [name, toValue(found)])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<C>;
}

const noImages = { url: false, base64: false, mediaTypes: [] };

/** What all formats have. */
const shared: Derivations<MessagesCapabilities & ChatCompletionsCapabilities> = {
  midSystem: flagOf("mid_system"),
  // Only images in base64 are asked for, so nothing is known of addresses where those are read.
  images: ifFound("images", { no: noImages }),
  samplingParams: deriveSampling,
  topK: flagOf("top_k"),
  maxStop: ifFound("stop", { no: 0 }),
  tools: deriveTools,
  toolChoice: deriveToolChoice,
  parallelToolCallsParam: flagOf("single_call"),
  jsonSchema: flagOf("json_schema"),
  effortLevels: (found) => {
    const effort = found("effort");
    if (effort?.result === "no") return [];
    return effort?.result === "yes" ? effort.values : undefined;
  },
  missingDoneOk: (found) =>
    found("streaming")?.values?.includes(missing.terminal) ? true : undefined,
};

const documents = ifFound("pdfs", {
  yes: { pdf: true, text: true, url: false },
  no: { pdf: false, text: true, url: false },
});

const chatCompletions: Derivations<ChatCompletionsCapabilities> = {
  ...shared,
  documents,
  maxTokensField: (found) => {
    if (found("max_tokens")?.result === "yes") return "max_tokens";
    return found("max_completion_tokens")?.result === "yes" ? "max_completion_tokens" : undefined;
  },
  developerRole: flagOf("developer_role"),
  systemParts: flagOf("system_parts"),
  jsonObject: flagOf("json_object"),
  thinkingModes: (found) => {
    const levels = found("effort")?.values;
    return levels && ["enabled", ...(levels.includes("none") ? (["disabled"] as const) : [])];
  },
  reasoningControl: ifFound("effort", { yes: "reasoning_effort" }),
  reasoningFields: (found) => found("reasoning")?.values,
  streamUsage: (found) => {
    const usage = found("stream_usage");
    if (usage?.result === "no") return "never";
    return usage?.values?.includes("always") ? "always" : usage?.values && "include_usage";
  },
  eofWithoutFinishOk: (found) =>
    found("streaming")?.values?.includes(missing.finish) ? true : undefined,
};

const responses: Derivations<ResponsesCapabilities> = {
  ...shared,
  documents,
  jsonObject: flagOf("json_object"),
  encryptedReasoning: (found) => found("reasoning")?.values?.includes("encrypted_content"),
  reasoningSummary: (found) => found("reasoning")?.values?.includes("summary"),
};

const messages: Derivations<MessagesCapabilities> = {
  ...shared,
  documents: ifFound("pdfs", { no: { pdf: false, text: true, url: false } }),
  prefill: ifFound("prefill", { yes: "native", no: "no" }),
  thinkingModes: (found) => {
    const modes = ["enabled", "adaptive", "disabled"] as const;
    const isKnown = modes.every(
      (mode) => (found(`thinking_${mode}`)?.result ?? "unclear") !== "unclear",
    );
    return isKnown
      ? modes.filter((mode) => found(`thinking_${mode}`)?.result === "yes")
      : undefined;
  },
};
