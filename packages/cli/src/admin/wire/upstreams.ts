import type { UpstreamState } from "@diglot/core";
import { z } from "zod";

/** An upstream, and what is known of it. Times are in ISO 8601; a value that is not known is null. */
export interface UpstreamBody {
  readonly object: "upstream";
  readonly name: string;
  readonly base_url: string;
  /** Null if the upstream was not asked yet, or cannot be asked. */
  readonly state: UpstreamState | null;
  readonly problem: string | null;
  readonly checked_at: string | null;
  readonly models: readonly UpstreamModelBody[];
}

/** A model of a gateway, and the results of its requests since the gateway was started. */
export interface UpstreamModelBody {
  readonly object: "upstream_model";
  readonly id: string;
  /** Its name at the upstream. */
  readonly name: string;
  /** Whether the upstream lists models, but not this one. */
  readonly is_unlisted: boolean;
  readonly last_success_at: string | null;
  readonly last_error_at: string | null;
  /** The kind of the last error that its caller did not cause. */
  readonly last_error: string | null;
  /** The status of the upstream's answer then. */
  readonly last_error_status: number | null;
}

/** All upstreams of a gateway. */
export interface UpstreamListBody {
  readonly object: "list";
  readonly data: readonly UpstreamBody[];
  readonly next: null;
}

const states = [
  ...(["ready", "unreachable", "timeout", "not_ready"] as const),
  ...(["key_refused", "other_format", "not_a_model_server"] as const),
] as const satisfies readonly UpstreamState[];

const time = z.iso.datetime().nullable();

const model: z.ZodType<UpstreamModelBody> = z.strictObject({
  object: z.literal("upstream_model"),
  id: z.string(),
  name: z.string(),
  is_unlisted: z.boolean(),
  last_success_at: time,
  last_error_at: time,
  last_error: z.string().nullable(),
  last_error_status: z.int().nullable(),
});

const upstream: z.ZodType<UpstreamBody> = z.strictObject({
  object: z.literal("upstream"),
  name: z.string(),
  base_url: z.string(),
  state: z.enum(states).nullable(),
  problem: z.string().nullable(),
  checked_at: time,
  models: z.array(model),
});

/** The body that the endpoints of upstreams return. */
export const upstreamList: z.ZodType<UpstreamListBody> = z.strictObject({
  object: z.literal("list"),
  data: z.array(upstream),
  next: z.null(),
});
