import type { Credential, UpstreamFormat } from "../../formats/upstream-format.js";
import type { HeaderList } from "../../http/answers.js";
import type { Upstream } from "../upstream.js";

/** What decides over the headers that describe a body. */
type Kind = "get" | "json" | "stream";

/**
 * The headers of the requests to one upstream. What all of them have is put together once: the headers
 * of the body and of the wire format first, then those of a message, last the operator's own.
 */
export function createHeaderWriter(
  format: UpstreamFormat,
  settings: Upstream["settings"],
): Upstream["writeHeaders"] {
  const own = [
    ...settings.headers,
    ...toCredentialHeaders(settings.apiKey, settings.credential ?? format.credential),
  ];
  const first = (kind: Kind) => [...toBodyHeaders(kind, format), ...format.wireHeaders];
  const before = { get: first("get"), json: first("json"), stream: first("stream") };
  const usual = {
    get: merge(before.get, [], own),
    json: merge(before.json, [], own),
    stream: merge(before.stream, [], own),
  };
  return ({ headers, body, stream }) => {
    const kind = stream ? "stream" : body ? "json" : "get";
    return headers.length === 0 ? usual[kind] : merge(before[kind], headers, own);
  };
}

function merge(...lists: readonly HeaderList[]): HeaderList {
  const merged = new Map<string, string>();
  for (const list of lists) {
    for (const [name, value] of list) merged.set(name.toLowerCase(), value);
  }
  return [...merged];
}

function toBodyHeaders(kind: Kind, { framing }: UpstreamFormat): HeaderList {
  const accept = ["accept", kind === "stream" ? framing.contentType : "application/json"] as const;
  if (kind === "get") return [accept];
  const json = [accept, ["content-type", "application/json"]] as const;
  // Compression would hold events back.
  return kind === "stream" ? [...json, ["accept-encoding", "identity"]] : json;
}

function toCredentialHeaders(apiKey: string | undefined, credential: Credential): HeaderList {
  if (apiKey === undefined) return [];
  return credential === "bearer" ? [["authorization", `Bearer ${apiKey}`]] : [[credential, apiKey]];
}
