import { type Answer, ServiceError } from "@diglot/core";

const encoder = new TextEncoder();

/** An answer in JSON. */
export function answerJson(value: unknown): Answer {
  return answerText("application/json", JSON.stringify(value));
}

/** An answer that is a text. */
export function answerText(
  type: string,
  text: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
): Answer {
  const body = encoder.encode(text);
  return {
    status: 200,
    headers: [
      ["content-type", type],
      ["content-length", String(body.length)],
      ["x-content-type-options", "nosniff"],
      ...headers,
    ],
    body,
  };
}

/** A refusal of a request that can be corrected. */
export function badRequest(message: string): ServiceError {
  return new ServiceError({ kind: "bad_request", message });
}
