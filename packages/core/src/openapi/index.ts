/** The description of a service in OpenAPI 3.1. */
export { describeService, type ServiceDescription } from "./describe-service.js";
export type { DescribedFormat } from "./formats.js";
export { openapi } from "./openapi.js";
