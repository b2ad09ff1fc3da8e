import { type SplitUrl, splitUrl, stripBasePath } from "./base-path.js";
import {
  type FetchHandlerOptions,
  type FetchHandlerSettings,
  type MountableService,
  toSettings,
} from "./settings.js";

export type { MountableService } from "./settings.js";

/**
 * Answers one Web request. What the runtime passes beside it goes on to the service: Workers' `env`
 * and `ctx`, whose `waitUntil` keeps the worker alive until usage is settled; the server of
 * `Bun.serve` and the info of `Deno.serve` pass through unused.
 */
export type FetchHandler = (request: Request, ...context: readonly unknown[]) => Promise<Response>;

/** The status that proxies log for a caller that left before its answer; nobody receives it. */
const statusCallerGone = 499;

/** In front of a path outside the mount, so that the service takes it for unknown, as it is. */
const pathOutside = "/outside";

/**
 * Turns a service into the function that `Bun.serve`, `Deno.serve`, Workers and most frameworks
 * take. Unlike `service.fetch` it does not reject when the caller leaves before the answer, which
 * those runtimes would log as a failure of the application.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function toFetchHandler(
  service: MountableService,
  options: FetchHandlerOptions = {},
): FetchHandler {
  const settings = toSettings(service, options);
  return async (request, ...context) => {
    try {
      return await answer(service, settings, request, context);
    } catch (error) {
      if (!request.signal.aborted) throw error;
      return new Response(null, { status: statusCallerGone });
    }
  };
}

async function answer(
  service: MountableService,
  { basePath, notFound }: FetchHandlerSettings,
  request: Request,
  context: readonly unknown[],
): Promise<Response> {
  const url = splitUrl(request.url);
  const target = stripBasePath(url.target, basePath);
  if (notFound && !(target !== undefined && service.matches(target))) {
    return notFound(request, ...context);
  }
  if (target === undefined) return refuse(service, request, url);
  const inner = basePath === "" ? request : new Request(url.origin + target, request);
  return service.fetch(inner, ...context);
}

/** The service's own 404, in the caller's format. The body is not needed for it. */
function refuse(
  service: MountableService,
  { method, headers, signal }: Request,
  { origin, target }: SplitUrl,
): Promise<Response> {
  return service.fetch(new Request(origin + pathOutside + target, { method, headers, signal }));
}
