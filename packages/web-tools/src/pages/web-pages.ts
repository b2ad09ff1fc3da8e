import { checks, type WebFetch, WebToolError } from "@diglot/core";
import { Agent, type Dispatcher, fetch, type Response } from "undici";
import { assertPublicHost, lookupPublic } from "./addresses.js";
import { toPage } from "./page-text.js";
import { readText } from "./read-text.js";

/** How pages are read. */
export interface WebPagesOptions {
  /**
   * Allows addresses of this machine and of private networks. Every caller of the model could then read pages that
   * only this machine can reach. @default false
   */
  readonly allowPrivate?: boolean | undefined;
  /** The most bytes of a page that are read. @default 2_000_000 */
  readonly maxBytes?: number | undefined;
  /** The header `user-agent` of the requests. @default "Diglot" */
  readonly userAgent?: string | undefined;
}

/** How many redirections are followed. */
const mostRedirections = 5;

/**
 * Reads pages over HTTP, as text without markup. It reads HTML, plain text, JSON and XML, and no addresses of
 * private networks. Redirections are followed, and each is held against the same rules.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function webPages(options: WebPagesOptions = {}): WebFetch {
  checkOptions("webPages", options, validOptions);
  const { allowPrivate = false, maxBytes = 2_000_000, userAgent = "Diglot" } = options;
  const dispatcher = new Agent(allowPrivate ? {} : { connect: { lookup: lookupPublic } });
  const ask = { dispatcher, userAgent, allowPrivate };
  return async ({ url, signal }) => {
    const { answer, address } = await follow(new URL(url), ask, signal);
    const type = answer.headers.get("content-type") ?? "";
    return toPage(String(address), type, await readText(answer, type, maxBytes));
  };
}

const { checkOptions, flag, members, size, text } = checks;

const validOptions = members<WebPagesOptions>({
  allowPrivate: flag,
  maxBytes: size,
  userAgent: text,
});

interface Asking {
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  readonly allowPrivate: boolean;
}

async function follow(
  start: URL,
  asking: Asking,
  signal: AbortSignal,
): Promise<{ readonly answer: Response; readonly address: URL }> {
  let address = start;
  for (let followed = 0; followed <= mostRedirections; followed++) {
    const answer = await get(address, asking, signal);
    const location = answer.headers.get("location");
    if (answer.ok) return { answer, address };
    await answer.body?.cancel();
    if (answer.status < 300 || answer.status > 399 || location === null) throw refused(answer);
    address = new URL(location, address);
  }
  throw new WebToolError("url_not_accessible");
}

async function get(
  address: URL,
  { dispatcher, userAgent, allowPrivate }: Asking,
  signal: AbortSignal,
): Promise<Response> {
  if (!/^https?:$/.test(address.protocol)) throw new WebToolError("url_not_allowed");
  if (!allowPrivate) assertPublicHost(address);
  try {
    return await fetch(address, {
      dispatcher,
      signal,
      redirect: "manual",
      headers: {
        "user-agent": userAgent,
        accept: "text/html, text/*;q=0.9, application/json;q=0.8",
      },
    });
  } catch (error) {
    throw findOwn(error) ?? new WebToolError("url_not_accessible", { cause: error });
  }
}

/** The lookup's own error is the cause of another. */
function findOwn(error: unknown): WebToolError | undefined {
  if (error instanceof WebToolError) return error;
  return error instanceof Error && error.cause ? findOwn(error.cause) : undefined;
}

function refused({ status }: Response): WebToolError {
  return new WebToolError(status === 429 ? "too_many_requests" : "url_not_accessible");
}
