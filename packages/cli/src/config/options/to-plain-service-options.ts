import {
  chatCompletionsFormat,
  type FormatDefinition,
  type FormatName,
  messagesFormat,
  type ServiceOptions,
} from "@diglot/core";
import type { ServiceConfig } from "../types.js";
import { dropUndefined } from "./drop-undefined.js";

const formats: Readonly<Record<FormatName, FormatDefinition>> = {
  messages: messagesFormat,
  "chat-completions": chatCompletionsFormat,
};

/** The options of a service that are the same for every model and store; `validation` is loaded later. */
export function toPlainServiceOptions(
  config: ServiceConfig,
): Omit<ServiceOptions, "models" | "keys" | "validation"> {
  const { validation: _, formats: names, ...given } = config;
  const members = Object.entries(given).map(([name, value]) => [name, dropInside(value)]);
  const [first, ...others] = (names ?? []).map((name) => formats[name]);
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
