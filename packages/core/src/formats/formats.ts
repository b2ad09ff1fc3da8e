import { chatCompletionsFormat } from "./chat-completions/format.js";
import { chatCompletionsUpstreamFormat } from "./chat-completions/upstream.js";
import type { FormatDefinition } from "./format.js";
import { messagesFormat } from "./messages/format.js";
import { messagesUpstreamFormat } from "./messages/upstream.js";
import type { UpstreamFormat } from "./upstream-format.js";

/** The wire formats that are built in, as callers speak them. */
export const formats = [messagesFormat, chatCompletionsFormat] as const;

type BuiltIn = (typeof formats)[number];

/** The names of the built-in formats. */
export type FormatName = BuiltIn["name"];

/** The settings of each built-in format, as members of the service's options. */
export type FormatOptions = {
  readonly [F in BuiltIn as F["option"]]?: OptionsOf<F> | undefined;
};

type OptionsOf<F> =
  F extends FormatDefinition<string, string, infer Options, never> ? Options : never;

/** Formats that a service can serve; at least one. */
export type FormatList = readonly [FormatDefinition, ...FormatDefinition[]];

/** The same formats, as upstreams speak them. */
export const upstreamFormats: Readonly<Record<FormatName, UpstreamFormat>> = {
  messages: messagesUpstreamFormat,
  "chat-completions": chatCompletionsUpstreamFormat,
};
