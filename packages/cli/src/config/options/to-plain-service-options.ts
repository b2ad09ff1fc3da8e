import {
  chatCompletionsFormat,
  type FormatDefinition,
  messagesFormat,
  type ServiceOptions,
} from "@diglot/core";
import type { ServiceDescription } from "@diglot/core/openapi";
import { responses } from "@diglot/responses";
import { responsesDescription } from "@diglot/responses/schemas";
import type { ServiceConfig } from "../types.js";
import { dropUndefined } from "./drop-undefined.js";

type ServedFormat = NonNullable<ServiceConfig["formats"]>[number];

/** Chat Completions is the last, because it takes every request to a path that formats share. */
const formats: Readonly<Record<ServedFormat, FormatDefinition>> = {
  messages: messagesFormat,
  responses: responses(),
  "chat-completions": chatCompletionsFormat,
};

const all = Object.values(formats);

/** The formats that a service has, as its description takes them. */
export function describedFormats({
  formats: names = served,
}: ServiceConfig = {}): NonNullable<ServiceDescription["formats"]> {
  return names.map((name) => (name === "responses" ? responsesDescription : name));
}

const served = Object.keys(formats) as readonly ServedFormat[];

/** The options of a service that are the same for every model and store; `validation` is loaded later. */
export function toPlainServiceOptions(
  config: ServiceConfig,
): Omit<ServiceOptions, "models" | "keys" | "validation"> {
  const { validation: _, formats: names, ...given } = config;
  const members = Object.entries(given).map(([name, value]) => [name, dropInside(value)]);
  const [first, ...others] = names ? names.map((name) => formats[name]) : all;
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
