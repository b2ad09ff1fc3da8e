import { z } from "zod";
import type { Inferred } from "./inferred.js";
import { name, secret, whole } from "./values.js";

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
