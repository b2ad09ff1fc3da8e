import { type Check, checks, type Service } from "@diglot/core";

/** The part of a service that a fetch handler needs. */
export type MountableService = Pick<Service, "fetch" | "matches">;

/** Options of `toFetchHandler`. Everything has a default. */
export interface FetchHandlerOptions {
  /**
   * The path below which the handler is mounted, such as `/api`. The service gets the rest of the path. A service
   * with a `basePath` needs none here. @default ""
   */
  readonly basePath?: string | undefined;
  /**
   * Answers every path that is not the service's, with the request as it came.
   * @default the service's own 404
   */
  readonly notFound?:
    | ((request: Request, ...context: readonly unknown[]) => Response | Promise<Response>)
    | undefined;
}

/** Complete, checked options. */
export interface FetchHandlerSettings {
  readonly basePath: string;
  readonly notFound: FetchHandlerOptions["notFound"];
}

const { callback, checkOptions, matching, members, port } = checks;

const validOptions: Check = members<FetchHandlerOptions>({
  basePath: matching('a path such as "/api"', /^(?:\/[^/?#\s]+)*\/*$/),
  notFound: callback,
});

const validService: Check = port<MountableService>(
  "a service, such as createService() returns",
  "fetch",
  "matches",
);

/**
 * Checks what a fetch handler is made of, and completes its options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(
  service: MountableService,
  options: FetchHandlerOptions,
): FetchHandlerSettings {
  checkOptions("toFetchHandler", service, validService, "service");
  checkOptions("toFetchHandler", options, validOptions);
  const { basePath = "", notFound } = options;
  return { basePath: basePath.replace(/\/+$/, ""), notFound };
}
