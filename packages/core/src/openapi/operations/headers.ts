import type { HeaderDescription } from "../operation.js";

/** Of a request that must run only once. */
export const idempotencyKey: HeaderDescription = {
  description:
    "Requests of one caller with the same key run once; later ones receive the first answer.",
};

/** Of an answer that was translated. */
export const receipt: HeaderDescription = {
  description:
    "The places of the request and of the reply that the model or the caller's format cannot express, if there are any.",
  example: 'dropped;p="/seed"',
};
