export { responses } from "./format.js";
export type { ResponsesOptions } from "./settings.js";
export type { ModelRules, ResponsesStrictModel } from "./strict/models.js";
export {
  createResponsesStrictRules,
  type ResponsesStrictOptions,
  type ResponsesStrictRules,
} from "./strict/profile.js";
export type { RequestRules } from "./strict/requests.js";
export { responsesUpstream, responsesUpstreamFormat } from "./upstream.js";
export type { ResponsesUpstreamCapabilities } from "./wire/capabilities.js";
