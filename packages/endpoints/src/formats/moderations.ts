import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import { toObject } from "@diglot/core/formats";
import * as z from "zod/mini";
import { createRelayFormat } from "../relay-format/create-relay-format.js";

const part = z.looseObject({ type: z.string() });

const moderations = createRelayFormat({
  name: "moderations",
  path: "/v1/moderations",
  request: z.looseObject({
    model: z.string(),
    input: z.union([z.string(), z.array(z.string()), z.array(part)]),
  }),
  forms: { input: "one of a string, an array of strings, or an array of objects" },
  isReply: (body) => Array.isArray(toObject(body).results),
});

/** Moderations (`POST /v1/moderations`), for the option `formats` of `createService`. */
export const moderationsFormat = moderations.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const moderationsUpstreamFormat = moderations.upstream;

/**
 * A moderation model of a service that has `POST /v1/moderations`.
 *
 * @example
 * moderationsUpstream({ id: "omni-moderation-latest", baseUrl: "https://api.openai.com/v1", apiKey });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function moderationsUpstream(options: UpstreamOptions): Model {
  return createUpstream(moderationsUpstreamFormat, options);
}
