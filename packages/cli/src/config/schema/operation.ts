import { z } from "zod";
import type { Inferred } from "./inferred.js";
import { httpAddress, name, secret, whole } from "./values.js";

/** The schema of `AdminConfig`. */
export const admin = z
  .strictObject({
    /** What administrators present, at least 16 characters: one for all, or one for each by their names. */
    credential: z.union([secret(16), z.record(name, secret(16))]),
  })
  .meta({ id: "AdminConfig" });

/** Endpoints for administrators. */
export type AdminConfig = Inferred<typeof admin>;

const capture = z
  .strictObject({
    /** Bytes of all bodies; the oldest are forgotten first. @default 16777216 */
    bytes: whole.optional(),
    /** Bytes of the bodies of one request. @default 1048576 */
    bytesPerRequest: whole.optional(),
    /** Texts that are never shown, beside all that looks like a credential. @default [] */
    secrets: z.array(name).optional(),
  })
  .meta({ id: "CaptureConfig" });

/** What the inspector keeps of prompts and outputs, in memory. */
export type CaptureConfig = Inferred<typeof capture>;

/** The schema of `InspectorConfig`. */
export const inspector = z
  .strictObject({
    /** How many requests. @default 1000 */
    keepRequests: whole.optional(),
    /** Whether prompts and outputs are kept too. @default false */
    capture: z.union([z.boolean(), capture]).optional(),
  })
  .meta({ id: "InspectorConfig" });

/** What the page of the inspector keeps, in memory. */
export type InspectorConfig = Inferred<typeof inspector>;

/** The schema of `MetricsConfig`. */
export const metrics = z
  .strictObject({
    /** What Prometheus presents as a bearer token, at least 16 characters. @default everyone may read */
    credential: secret(16).optional(),
    /** Whose names are labels; each name is a time series of its own. @default [] */
    name: z.array(z.enum(["account", "key"])).optional(),
  })
  .meta({ id: "MetricsConfig" });

/** The endpoint for Prometheus. */
export type MetricsConfig = Inferred<typeof metrics>;

/** The schema of `TelemetryConfig`. */
export const telemetry = z
  .strictObject({
    /** Where traces and metrics go, as OTLP over HTTP: the address before `/v1/traces`. @default OTEL_EXPORTER_OTLP_ENDPOINT, otherwise http://localhost:4318 */
    endpoint: httpAddress.optional(),
    /** Headers of what is sent, such as the key of a vendor. @default OTEL_EXPORTER_OTLP_HEADERS */
    headers: z.record(name, name).optional(),
    /** The name of this gateway there. @default OTEL_SERVICE_NAME, otherwise "diglot" */
    serviceName: name.optional(),
    /** What is sent. @default ["traces", "metrics"] */
    signals: z.array(z.enum(["traces", "metrics"])).optional(),
    /** The part of the traces that is kept, from 0 to 1, where callers have not decided it. @default OTEL_TRACES_SAMPLER, otherwise 1 */
    sampling: z.number().min(0).max(1).optional(),
    /** Who is named in spans. @default [] */
    spansName: z.array(z.enum(["account", "key", "endUser"])).optional(),
    /** Who is named in metrics; each name is a time series of its own. @default [] */
    metricsName: z.array(z.enum(["account", "key"])).optional(),
    /** Whether spans have prompts and outputs. @default false */
    captureContents: z.boolean().optional(),
  })
  .meta({ id: "TelemetryConfig" });

/** What is sent to OpenTelemetry. */
export type TelemetryConfig = Inferred<typeof telemetry>;

/** The schema of `LogConfig`. */
export const log = z
  .strictObject({
    /** The least important lines that are written; `silent` for none. @default "info" */
    level: z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
    /** `json` for programs, `pretty` for people. @default "pretty" on a terminal, otherwise "json" */
    format: z.enum(["json", "pretty"]).optional(),
  })
  .meta({ id: "LogConfig" });

/** The lines that are written about requests. */
export type LogConfig = Inferred<typeof log>;
