import type { JsonObject } from "@diglot/core";
import { toObject } from "@diglot/core/formats";
import { toNumber } from "../multipart/to-number.js";
import type { RelayOutput } from "../relay-format/options.js";
import type { UnitSources } from "../units/units.js";

/** Images are counted as the reply has them; as many as the request asks for are reserved. */
export const imageUnits: UnitSources = {
  images: [
    { from: "reply", at: "/data", count: "items" },
    { from: "request", at: "/n", default: 1 },
  ],
};

/** No tokens are reserved; each image is a choice. */
export const imageOutput: RelayOutput = { maxTokens: () => 0, choices: countImages };

function countImages({ n }: JsonObject): number {
  const count = toNumber(n);
  return typeof count === "number" && count >= 1 ? Math.trunc(count) : 1;
}

/** Whether a JSON body is a reply with images. */
export function hasImages(body: unknown): boolean {
  return Array.isArray(toObject(body).data);
}
