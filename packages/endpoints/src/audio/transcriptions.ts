import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import * as z from "zod/mini";
import { fileForm, text, uploaded } from "../formats/schemas.js";
import { createRelayFormat } from "../relay-format/create-relay-format.js";

const transcriptions = createRelayFormat({
  name: "transcriptions",
  path: "/v1/audio/transcriptions",
  body: "multipart",
  reply: "any",
  request: z.looseObject({ model: z.string(), file: uploaded, language: text, prompt: text }),
  forms: { file: fileForm },
  // A short reply reports its duration as usage, a verbose one of older models beside the text.
  units: {
    seconds: [
      { from: "reply", at: "/usage/seconds" },
      { from: "reply", at: "/duration" },
    ],
  },
});

/** Transcriptions of speech (`POST /v1/audio/transcriptions`), for the option `formats` of `createService`. */
export const transcriptionsFormat = transcriptions.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const transcriptionsUpstreamFormat = transcriptions.upstream;

/**
 * A model of a service that has `POST /v1/audio/transcriptions`.
 *
 * @example
 * transcriptionsUpstream({ id: "whisper-1", baseUrl: "https://api.openai.com/v1", apiKey });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function transcriptionsUpstream(options: UpstreamOptions): Model {
  return createUpstream(transcriptionsUpstreamFormat, options);
}
