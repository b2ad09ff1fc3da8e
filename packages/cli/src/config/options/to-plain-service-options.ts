import {
  chatCompletionsFormat,
  type FormatDefinition,
  messagesFormat,
  type ServiceOptions,
} from "@diglot/core";
import type { ServiceDescription } from "@diglot/core/openapi";
import {
  completionsFormat,
  embeddingsFormat,
  imageEditsFormat,
  imagesFormat,
  moderationsFormat,
  rerankFormat,
  speechFormat,
  transcriptionsFormat,
} from "@diglot/endpoints";
import { responses } from "@diglot/responses";
import { responsesDescription } from "@diglot/responses/schemas";
import type { ServiceConfig } from "../types.js";
import { endpointFormats, isEndpointFormat } from "../upstream-formats.js";
import { dropUndefined } from "./drop-undefined.js";

type ServedFormat = NonNullable<ServiceConfig["formats"]>[number];

/** Chat Completions is the last, because it takes every request to a path that formats share. */
const served = [
  "messages",
  "responses",
  ...endpointFormats,
  "chat-completions",
] as const satisfies ServedFormat[];

/** The formats that a service has, as its description takes them. Endpoints without conversations have none. */
export function describedFormats({
  formats: names = served,
}: ServiceConfig = {}): NonNullable<ServiceDescription["formats"]> {
  return names.flatMap((name) => {
    if (isEndpointFormat(name)) return [];
    return name === "responses" ? responsesDescription : name;
  });
}

/** The options of a service that are the same for every model and store; `validation` is loaded later. */
export function toPlainServiceOptions(
  config: ServiceConfig,
): Omit<ServiceOptions, "models" | "keys" | "validation"> {
  const { validation: _, formats: names = served, responses: ofResponses = {}, ...given } = config;
  const members = Object.entries(given).map(([name, value]) => [name, dropInside(value)]);
  const { keep: __, ...options } = ofResponses;
  const formats: Readonly<Record<ServedFormat, FormatDefinition>> = {
    messages: messagesFormat,
    responses: responses(dropUndefined(options)),
    embeddings: embeddingsFormat,
    rerank: rerankFormat,
    moderations: moderationsFormat,
    completions: completionsFormat,
    transcriptions: transcriptionsFormat,
    speech: speechFormat,
    images: imagesFormat,
    "image-edits": imageEditsFormat,
    "chat-completions": chatCompletionsFormat,
  };
  const [first, ...others] = names.map((name) => formats[name]);
  return {
    ...dropUndefined(Object.fromEntries(members)),
    ...(first && { formats: [first, ...others] }),
  };
}

/** Members that are undefined would hide defaults, also in objects of options. */
function dropInside(value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? dropUndefined(value) : value;
}
