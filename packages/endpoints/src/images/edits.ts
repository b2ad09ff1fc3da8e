import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import * as z from "zod/mini";
import { fileForm, filled, uploaded } from "../formats/schemas.js";
import { createRelayFormat } from "../relay-format/create-relay-format.js";
import { hasImages, imageOutput, imageUnits } from "./images.js";

const edits = createRelayFormat({
  name: "image-edits",
  path: "/v1/images/edits",
  body: "multipart",
  reply: "any",
  request: z.looseObject({
    model: z.string(),
    prompt: filled,
    image: z.union([uploaded, z.array(uploaded)]),
    mask: z.optional(uploaded),
    n: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
  }),
  forms: {
    prompt: "a string that is not empty",
    image: "one or more files",
    mask: fileForm,
    n: "an integer",
  },
  isReply: hasImages,
  output: imageOutput,
  units: imageUnits,
});

/** Changes of images (`POST /v1/images/edits`), for the option `formats` of `createService`. */
export const imageEditsFormat = edits.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const imageEditsUpstreamFormat = edits.upstream;

/**
 * A model of a service that has `POST /v1/images/edits`.
 *
 * @example
 * imageEditsUpstream({ id: "gpt-image-1", baseUrl: "https://api.openai.com/v1", apiKey });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function imageEditsUpstream(options: UpstreamOptions): Model {
  return createUpstream(imageEditsUpstreamFormat, options);
}
