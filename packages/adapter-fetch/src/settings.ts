import { checkBasePath } from "./base-path.js";
import { type CorsOptions, type CorsSettings, toCorsSettings } from "./cors-options.js";

/** Options of `toFetchHandler`. Everything has a default. */
export interface FetchHandlerOptions {
  /**
   * The path below which the handler is mounted, such as `/api`; the service sees what follows it.
   * A service whose own `basePath` is set needs none. @default ""
   */
  readonly basePath?: string | undefined;
  /**
   * Lets web pages of other origins call the service: `true` for every origin, or which ones and
   * how. Keys in a page are readable by anyone who opens the page. @default false
   */
  readonly cors?: boolean | CorsOptions | undefined;
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
  readonly cors: CorsSettings | undefined;
  readonly notFound: FetchHandlerOptions["notFound"];
}

/**
 * Completes and checks the options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(options: FetchHandlerOptions): FetchHandlerSettings {
  const { basePath = "", cors = false, notFound } = options;
  if (notFound !== undefined && typeof notFound !== "function") {
    throw new TypeError("notFound must be a function from a Request to a Response.");
  }
  return { basePath: checkBasePath(basePath), cors: toCorsSettings(cors), notFound };
}
