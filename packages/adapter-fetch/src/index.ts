export { type FetchHandler, type MountableService, toFetchHandler } from "./fetch-handler.js";
export type { FetchHandlerOptions } from "./settings.js";
