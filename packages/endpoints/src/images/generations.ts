import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import * as z from "zod/mini";
import { count, filled } from "../formats/schemas.js";
import { createRelayFormat } from "../relay-format/create-relay-format.js";
import { hasImages, imageOutput, imageUnits } from "./images.js";

const images = createRelayFormat({
  name: "images",
  path: "/v1/images/generations",
  reply: "any",
  request: z.looseObject({ model: z.string(), prompt: filled, n: count }),
  forms: { prompt: "a string that is not empty", n: "an integer" },
  isReply: hasImages,
  output: imageOutput,
  units: imageUnits,
});

/** Images from text (`POST /v1/images/generations`), for the option `formats` of `createService`. */
export const imagesFormat = images.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const imagesUpstreamFormat = images.upstream;

/**
 * A model of a service that has `POST /v1/images/generations`.
 *
 * @example
 * imagesUpstream({ id: "gpt-image-1", baseUrl: "https://api.openai.com/v1", apiKey });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function imagesUpstream(options: UpstreamOptions): Model {
  return createUpstream(imagesUpstreamFormat, options);
}
