import { failureReason } from "../../http/failure-reason.js";
import { Failure } from "../../terminal/failure.js";
import type { AdminClient } from "./admin-client.js";
import { createClient } from "./create-client.js";

/** Milliseconds for one request. */
const timeout = 30_000;

/**
 * A client of a running gateway. Redirects are not followed: another host must not get the credential.
 * @param url its address with its base path, without a slash at the end
 */
export function openHttpClient(url: string, credential: string | undefined): AdminClient {
  const headers: Record<string, string> = credential ? { "x-api-key": credential } : {};
  return createClient({
    name: url,
    async send(path, init) {
      const signal = AbortSignal.timeout(timeout);
      const all = { ...init, headers: { ...init.headers, ...headers } };
      try {
        return await fetch(url + path, { ...all, redirect: "manual", signal });
      } catch (cause) {
        throw new Failure(`${url} cannot be reached (${reasonOf(cause)}).`, {
          hint: "Start the gateway, name its address with --url, or use its database: --database.",
          cause,
        });
      }
    },
    close: () => undefined,
  });
}

function reasonOf(error: unknown): string {
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  return isTimeout ? `no answer within ${timeout / 1_000} seconds` : failureReason(error);
}
