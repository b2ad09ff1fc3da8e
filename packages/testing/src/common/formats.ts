import type { AnyFormat, FormatName } from "@diglot/core/translation";
import { responses, responsesUpstreamFormat } from "@diglot/responses";

/** The formats that a fake speaks. */
export type SpokenFormat = FormatName | "responses";

/** Each format's endpoint. */
export const endpoints = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
  responses: "/v1/responses",
} as const satisfies Readonly<Record<SpokenFormat, string>>;

/** The names of the formats that core has. */
export const formatNames: readonly FormatName[] = ["messages", "chat-completions"];

/** The names of all formats. */
export const spokenFormats: readonly SpokenFormat[] = [...formatNames, "responses"];

/** The format of that name; undefined if there is no such format. */
export function findFormat(name: string): SpokenFormat | undefined {
  return spokenFormats.find((known) => known === name);
}

const ownFormat = { format: responses(), upstream: responsesUpstreamFormat };

/** A format as translations take it: those of core by name. */
export function toAnyFormat(name: SpokenFormat): AnyFormat {
  return name === "responses" ? ownFormat : name;
}
