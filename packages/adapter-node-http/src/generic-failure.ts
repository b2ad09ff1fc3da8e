import type { Answer } from "@diglot/core";

const body = new TextEncoder().encode(
  JSON.stringify({
    type: "error",
    error: {
      message: "The server had an error while processing your request.",
      type: "server_error",
      param: null,
      code: null,
    },
  }),
);

/**
 * The answer when the service itself gives no answer. It has the members that readers of either format
 * look for, and no detail.
 */
export const genericFailure: Answer = {
  status: 500,
  headers: [
    ["content-type", "application/json"],
    ["cache-control", "no-store"],
  ],
  body,
};
