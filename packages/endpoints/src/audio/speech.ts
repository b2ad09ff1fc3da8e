import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import * as z from "zod/mini";
import { filled } from "../formats/schemas.js";
import { createRelayFormat } from "../relay-format/create-relay-format.js";

const speech = createRelayFormat({
  name: "speech",
  path: "/v1/audio/speech",
  reply: "any",
  request: z.looseObject({ model: z.string(), input: filled }),
  forms: { input: "a string that is not empty" },
  units: { characters: { from: "request", at: "/input", count: "characters" } },
});

/** Speech from text (`POST /v1/audio/speech`), for the option `formats` of `createService`. */
export const speechFormat = speech.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const speechUpstreamFormat = speech.upstream;

/**
 * A model of a service that has `POST /v1/audio/speech`.
 *
 * @example
 * speechUpstream({ id: "tts-1", baseUrl: "https://api.openai.com/v1", apiKey });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function speechUpstream(options: UpstreamOptions): Model {
  return createUpstream(speechUpstreamFormat, options);
}
