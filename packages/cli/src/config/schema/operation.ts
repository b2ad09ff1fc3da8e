import { z } from "zod";
import { name, secret, whole } from "./values.js";

/** Endpoints for administrators. */
export const admin = z
  .strictObject({ credential: z.union([secret(16), z.record(name, secret(16))]) })
  .meta({ id: "AdminConfig" });

const capture = z
  .strictObject({
    bytes: whole.optional(),
    bytesPerRequest: whole.optional(),
    secrets: z.array(name).optional(),
  })
  .meta({ id: "CaptureConfig" });

/** What the page of the inspector keeps. */
export const inspector = z
  .strictObject({
    keepRequests: whole.optional(),
    capture: z.union([z.boolean(), capture]).optional(),
  })
  .meta({ id: "InspectorConfig" });

/** The endpoint for Prometheus. */
export const metrics = z
  .strictObject({
    credential: secret(16).optional(),
    name: z.array(z.enum(["account", "key"])).optional(),
  })
  .meta({ id: "MetricsConfig" });

/** The lines that are written about requests. */
export const log = z
  .strictObject({
    level: z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
    format: z.enum(["json", "pretty"]).optional(),
  })
  .meta({ id: "LogConfig" });
