import type { Format, ParsedRequest } from "../formats/format.js";
import { type FormatName, formats, type WireFormat, wireFormats } from "../formats/formats.js";
import type { UpstreamFormat } from "../formats/upstream-format.js";
import type { HeaderLookup } from "../http/exchange.js";
import { defaultSizeLimits } from "../http/size-limits.js";

/** A format of a translation: the name of a built-in one, or a format of your own. */
export type AnyFormat = FormatName | WireFormat;

/** The caller's side of a format. @throws TypeError for a name that no format has */
export function formatOf(format: AnyFormat): Format {
  return wireFormatOf(format).format.create({ sizeLimits: defaultSizeLimits });
}

/** The upstream's side of a format. @throws TypeError for a name that no format has */
export function upstreamFormatOf(format: AnyFormat): UpstreamFormat {
  return wireFormatOf(format).upstream;
}

function wireFormatOf(format: AnyFormat): WireFormat {
  if (typeof format === "string" && Object.hasOwn(wireFormats, format)) return wireFormats[format];
  if (typeof format === "object" && format?.upstream) return format;
  const names = formats.map(({ name }) => `"${name}"`).join(" or ");
  throw new TypeError(`Unknown format "${String(format)}"; use ${names}.`);
}

const utf8 = new TextEncoder();

/** A request as it came: its body, and what else is known of it. */
export interface Incoming {
  readonly body: unknown;
  readonly text?: string | undefined;
  readonly headers?: HeaderLookup | undefined;
}

/** A validated request of a format. @throws ServiceError `bad_request` naming the field at fault */
export function readRequest(
  format: Format,
  { body, text, headers = toRequiredHeaders(format) }: Incoming,
): ParsedRequest {
  const head = format.readHead(headers);
  const bytes = text === undefined ? undefined : utf8.encode(text);
  return format.parseRequest(body, head, bytes);
}

/**
 * The headers that the wire requires, and no other. Made when they are needed: the first `Headers`
 * of a process makes Node load its whole `fetch`.
 */
function toRequiredHeaders({ requiredHeaders }: Format): HeaderLookup {
  return new Headers(requiredHeaders.map(([name, value]) => [name, value] as [string, string]));
}
