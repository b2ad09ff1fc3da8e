import { z } from "zod";
import { milliseconds, wholeMilliseconds } from "./values.js";

/** A variable is a text, and an editor sees it before it is replaced. */
export const port = z.union([
  z.int().min(0).max(65_535),
  z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: "must be a number from 0 to 65535",
  }),
]);

/** Connections of callers. */
export const server = z
  .strictObject({
    keepAliveTimeout: wholeMilliseconds.optional(),
    headersTimeout: wholeMilliseconds.optional(),
    requestTimeout: wholeMilliseconds.optional(),
    writeStallTimeout: wholeMilliseconds.optional(),
    allowHalfOpen: z.boolean().optional(),
  })
  .meta({ id: "ServerConfig" });

/** Connections to upstreams. */
export const transport = z
  .strictObject({
    connectTimeout: milliseconds.optional(),
    idleTimeout: wholeMilliseconds.optional(),
    maxSockets: z.int().min(1).optional(),
  })
  .meta({ id: "TransportConfig" });
