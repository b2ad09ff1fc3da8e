/** The formats of conversations that an upstream may speak. */
export const upstreamFormats = ["messages", "responses", "chat-completions"] as const;

/** A format of conversations. */
export type UpstreamFormatName = (typeof upstreamFormats)[number];

/** The endpoints that models of an upstream may have instead. They cannot be found out by asking. */
export const endpointFormats = [
  "embeddings",
  "rerank",
  "moderations",
  "completions",
  "transcriptions",
  "speech",
  "images",
  "image-edits",
] as const;

/** The format of one of these endpoints. */
export type EndpointFormatName = (typeof endpointFormats)[number];

/** All that the config of an upstream may name as its format. */
export const modelFormats = [...upstreamFormats, ...endpointFormats] as const;

/** The format of an upstream's models. */
export type ModelFormatName = (typeof modelFormats)[number];

const endpointNames: ReadonlySet<unknown> = new Set(endpointFormats);

/** Whether a format is one of an endpoint that has no conversations. */
export function isEndpointFormat(format: unknown): format is EndpointFormatName {
  return endpointNames.has(format);
}
