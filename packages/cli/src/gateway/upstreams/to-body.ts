import type { UpstreamChecked } from "@diglot/core";
import type { UpstreamBody, UpstreamModelBody } from "../../admin/wire/upstreams.js";
import type { WatchedModel } from "./check-upstream.js";
import type { ModelHistory } from "./model-history.js";
import type { UpstreamStatus } from "./upstream-watch.js";

/** What is known of an upstream, as it is shown. */
export function toBody({ name, baseUrl, checked, models, history }: UpstreamStatus): UpstreamBody {
  return {
    object: "upstream",
    name,
    base_url: baseUrl,
    state: checked?.state ?? null,
    problem: checked?.problem ?? null,
    checked_at: toTime(checked?.at),
    models: models.map((model) => toModelBody(model, checked, history.get(model.id))),
  };
}

function toModelBody(
  { id, name }: WatchedModel,
  checked: UpstreamChecked | undefined,
  { lastSuccessAt, lastError }: ModelHistory = {},
): UpstreamModelBody {
  return {
    object: "upstream_model",
    id,
    name,
    is_unlisted: checked?.unlistedModels.includes(id) ?? false,
    last_success_at: toTime(lastSuccessAt),
    last_error_at: toTime(lastError?.at),
    last_error: lastError?.kind ?? null,
    last_error_status: lastError?.status ?? null,
  };
}

function toTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
