import { randomUUID } from "node:crypto";
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import type { TelemetryConfig } from "../../../config/types.js";
import { version } from "../../../version.js";

/** Who sends telemetry. What the config says goes before `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`. */
export function createResource({ serviceName }: TelemetryConfig): Resource {
  const own = {
    "service.name": "diglot",
    "service.version": version,
    "service.instance.id": randomUUID(),
  };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
    .merge(detectResources({ detectors: [serviceNameEnvDetector] }))
    .merge(
      resourceFromAttributes(serviceName === undefined ? {} : { "service.name": serviceName }),
    );
}
