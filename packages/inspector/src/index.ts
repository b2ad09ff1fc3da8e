export { createInspector, type Inspector } from "./create-inspector.js";
export {
  type InspectorEndpointsOptions,
  inspectorEndpoints,
} from "./endpoints/inspector-endpoints.js";
export { createOneTimeLink, type OneTimeLink } from "./endpoints/one-time-link.js";
export type { CaptureOptions, InspectorOptions } from "./options.js";
export type { InspectorNote } from "./wire.js";
