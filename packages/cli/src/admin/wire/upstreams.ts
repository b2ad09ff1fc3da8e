import type { UpstreamState } from "@diglot/core";
import { z } from "zod";

const states = [
  ...(["ready", "unreachable", "timeout", "not_ready"] as const),
  ...(["key_refused", "other_format", "not_a_model_server"] as const),
] as const satisfies readonly UpstreamState[];

const time = z.iso.datetime().nullable();

const model = z.strictObject({
  object: z.literal("upstream_model"),
  id: z.string(),
  /** Its name at the upstream. */
  name: z.string(),
  /** Whether the upstream has listed models, but not this one. */
  is_unlisted: z.boolean(),
  last_success_at: time,
  last_error_at: time,
  /** The kind of the last error that was not its caller's. */
  last_error: z.string().nullable(),
  /** The status of the upstream's answer then. */
  last_error_status: z.int().nullable(),
});

const upstream = z.strictObject({
  object: z.literal("upstream"),
  name: z.string(),
  base_url: z.string(),
  /** Null: it was not asked yet, or cannot be asked. */
  state: z.enum(states).nullable(),
  problem: z.string().nullable(),
  checked_at: time,
  models: z.array(model),
});

/** What the endpoints of upstreams answer. */
export const upstreamList = z.strictObject({
  object: z.literal("list"),
  data: z.array(upstream),
  next: z.null(),
});

/** An upstream, and what is known of it. Times are in ISO 8601; what is not known is null. */
export type UpstreamBody = z.infer<typeof upstream>;

/** A model of a gateway, and what requests have met at its upstream since the gateway was started. */
export type UpstreamModelBody = z.infer<typeof model>;

/** All of them. */
export type UpstreamListBody = z.infer<typeof upstreamList>;
