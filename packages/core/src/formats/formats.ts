import type { UpstreamCapabilities } from "../conversation/capabilities.js";
import { chatCompletionsFormat } from "./chat-completions/format.js";
import { chatCompletionsUpstreamFormat } from "./chat-completions/upstream.js";
import type { FormatDefinition } from "./format.js";
import { messagesFormat } from "./messages/format.js";
import { messagesUpstreamFormat } from "./messages/upstream.js";
import type { UpstreamFormat } from "./upstream-format.js";

/** The built-in wire formats, as callers use them. */
export const formats = [messagesFormat, chatCompletionsFormat] as const;

/**
 * The same formats in both directions. Adding an entry here makes a format available to all
 * translations.
 */
export const wireFormats = {
  messages: { format: messagesFormat, upstream: messagesUpstreamFormat },
  "chat-completions": { format: chatCompletionsFormat, upstream: chatCompletionsUpstreamFormat },
} as const satisfies Readonly<Record<FormatName, WireFormat>>;

/** A format that is built in. */
export type BuiltIn = (typeof formats)[number];

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

/** A wire format in both directions: as callers use it, and as upstreams use it. */
export interface WireFormat<C extends UpstreamCapabilities = UpstreamCapabilities> {
  readonly format: FormatDefinition;
  readonly upstream: UpstreamFormat<C>;
}

/** The capabilities of an upstream format: a built-in one by its name, or one that is passed. */
export type CapabilitiesOf<F extends FormatName | WireFormat> = (
  F extends FormatName
    ? (typeof wireFormats)[F]
    : F
) extends { readonly upstream: UpstreamFormat<infer C extends UpstreamCapabilities> }
  ? C
  : never;
