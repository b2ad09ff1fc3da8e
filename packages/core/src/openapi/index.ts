/** The description of a service in OpenAPI 3.1. */
export {
  type DescribedFormat,
  describeService,
  type ServiceDescription,
} from "./describe-service.js";
export { openapi } from "./openapi.js";
