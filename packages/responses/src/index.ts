export { responses } from "./format.js";
export type { ResponsesOptions } from "./settings.js";
export { responsesUpstream, responsesUpstreamFormat } from "./upstream.js";
export type { ResponsesUpstreamCapabilities } from "./wire/capabilities.js";
