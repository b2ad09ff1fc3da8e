import type { Format, ParsedRequest } from "../formats/format.js";
import { type FormatName, formats, upstreamFormats } from "../formats/formats.js";
import type { UpstreamFormat } from "../formats/upstream-format.js";
import type { HeaderLookup } from "../http/exchange.js";
import { defaultSizeLimits as sizeLimits } from "../http/size-limits.js";

/** How callers speak a format. @throws TypeError for a name that no format has */
export function formatOf(name: FormatName): Format {
  const format = formats.find((format) => format.name === name) ?? unknown(name);
  return format.create({ sizeLimits });
}

/** How upstreams speak a format. @throws TypeError for a name that no format has */
export function upstreamFormatOf(name: FormatName): UpstreamFormat {
  return Object.hasOwn(upstreamFormats, name) ? upstreamFormats[name] : unknown(name);
}

function unknown(name: string): never {
  const names = formats.map((format) => `"${format.name}"`).join(" or ");
  throw new TypeError(`Unknown format "${name}"; use ${names}.`);
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
