/** The description of a service in OpenAPI 3.1. */
export { describeService, type ServiceDescription } from "./describe-service.js";
export type { DescribedFormat, FormatDescription } from "./formats.js";
export { openapi } from "./openapi.js";
export type {
  Access,
  Answered,
  Content,
  HeaderDescription,
  Operation,
  Schema,
} from "./operation.js";
export type { ModelForms } from "./operations/models.js";
