import type { HeaderLookup } from "@diglot/core";

/** Headers that describe the bytes of a body; they say nothing true of a body parsed by others. */
const entityHeaders: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  "transfer-encoding",
]);

/**
 * A lookup over the raw header list of a Node request. Repeated headers come joined with ", ", also
 * those of which Node itself keeps the first only, so that two credentials stay visible. The list
 * is read on the first question.
 */
export function toHeaderLookup(
  rawHeaders: readonly string[],
  options: { readonly withoutEntity: boolean },
): HeaderLookup {
  let values: Map<string, string> | undefined;

  function read(): Map<string, string> {
    if (values) return values;
    values = joinHeaders(rawHeaders);
    if (options.withoutEntity) for (const name of entityHeaders) values.delete(name);
    return values;
  }

  return {
    get: (name) => read().get(name.toLowerCase()) ?? null,
    keys: () => read().keys(),
  };
}

/**
 * `rawHeaders` holds names and values in turn; HTTP/2 puts its pseudo-headers among them. Its
 * `:authority` is what HTTP/1 has in `host`.
 */
function joinHeaders(rawHeaders: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  let authority: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    const value = rawHeaders[index + 1] ?? "";
    if (name === ":authority") authority = value;
    if (name.startsWith(":")) continue;
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  if (authority !== undefined && !values.has("host")) values.set("host", authority);
  return values;
}
