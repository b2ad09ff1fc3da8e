import { expect } from "vitest";
import { type Endpoint, endpoints, headersFor, readState } from "./client.js";

/** The type of an error whose status is 400, 404, 405, 413 or 415, by endpoint. */
function typeOf(endpoint: Endpoint, status: number): string {
  if (endpoint === "/v1/chat/completions") return "invalid_request_error";
  if (status === 404) return "not_found_error";
  return status === 413 ? "request_too_large" : "invalid_request_error";
}

/**
 * Holds an answer against a status for which retrying is in vain, in the words of the endpoint.
 * Returns its message.
 */
export async function expectError(
  endpoint: Endpoint,
  response: Response,
  status: number,
  type = typeOf(endpoint, status),
): Promise<string> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-should-retry")).toBe("false");
  const id = response.headers.get("request-id");
  expect(id).toMatch(/^req_/);
  const body = JSON.parse(text);
  const error = { type, message: expect.any(String) };
  if (endpoint === "/v1/messages")
    expect(body).toMatchObject({ type: "error", error, request_id: id });
  else expect(Object.keys(body.error).sort()).toEqual(["code", "message", "param", "type"]);
  expect(body).toMatchObject({ error });
  return body.error.message;
}

/** The prompt of every request that must reach no model. */
export const refusedPrompt = "must be refused";

/** Sends bytes that are not a good request to an endpoint, which refuses them with a status. */
export async function expectRefused(
  baseUrl: string,
  endpoint: Endpoint,
  body: string | Uint8Array<ArrayBuffer>,
  status = 400,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const init = { method: "POST", headers: { ...headersFor(endpoint), ...headers }, body };
  return expectError(endpoint, await fetch(`${baseUrl}${endpoint}`, init), status);
}

/** Runs a check of refusals for both endpoints; no model may have run for any of them. */
export async function refuseOnBoth(
  baseUrl: string,
  run: (endpoint: Endpoint) => Promise<unknown>,
): Promise<void> {
  for (const endpoint of endpoints) await run(endpoint);
  const { runs } = await readState(baseUrl, refusedPrompt);
  expect(runs).toEqual([]);
}
