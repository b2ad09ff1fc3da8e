import type { Limits, Model, Reporter } from "@diglot/core";
import type { CheckedConfig } from "../config/check/check-config.js";
import type { StoreConfig } from "../config/types.js";
import { openLimits } from "./accounts/open-limits.js";
import { openStore, type Store } from "./accounts/open-store.js";
import { toAddress } from "./lifecycle/listen.js";
import type { Lease } from "./lifecycle/resources.js";
import type { Listeners } from "./listeners.js";
import { openModels } from "./models/open-models.js";
import { type OpenInspector, openInspector } from "./observation/open-inspector.js";
import { type Metrics, openMetrics } from "./observation/open-metrics.js";
import { openWatch, type UpstreamWatches, watchUpstreams } from "./upstreams/watch-upstreams.js";

/** What a service is made of, open and ready. */
export interface OpenParts {
  readonly models: readonly Model[];
  /** Absent: they are not asked. */
  readonly upstreams: UpstreamWatches | undefined;
  readonly store: Store;
  readonly limits: Limits;
  readonly inspector: OpenInspector | undefined;
  readonly metrics: Metrics | undefined;
  /** Sends traces and metrics to a collector. */
  readonly telemetry: Reporter | undefined;
}

const memory: StoreConfig = { type: "memory" };

/** Opens what a config names, all at once, or takes what is open already. */
export async function openParts(
  config: CheckedConfig,
  lease: Lease,
  listeners: Pick<Listeners, "notices" | "progress">,
): Promise<OpenParts> {
  const { store = memory, limits = {}, inspector = false } = config;
  const { metrics = false, telemetry = false, checkUpstreams = true } = config;
  const { notices } = listeners;
  const onStoreError = (error: unknown) => notices.error("The store has failed.", error);
  const opening = [
    openModels(config, lease, listeners),
    lease.take("store", store, () => openStore(store, onStoreError)),
    lease.take("limits", limits, () => openLimits(limits, notices)),
    inspector === false
      ? undefined
      : lease.take("inspector", inspector, () =>
          openInspector(inspector === true ? {} : inspector, toAddress(config).host),
        ),
    metrics === false
      ? undefined
      : lease.take("metrics", metrics, () => openMetrics(metrics === true ? {} : metrics)),
    telemetry === false
      ? undefined
      : lease.take("telemetry", telemetry, async () => {
          const { openExport } = await import("./observation/telemetry/open-export.js");
          return openExport(telemetry === true ? {} : telemetry, process.env, notices);
        }),
  ] as const;
  // All have ended before one that has failed ends the start, so that none is left open.
  await Promise.allSettled(opening);
  const [opened, openedStore, openedLimits, ...observation] = await Promise.all(opening);
  const [openedInspector, openedMetrics, openedTelemetry] = observation;
  const { models, upstreams } = opened;
  // Each by itself, so that what is known of one outlives a change of another.
  const watches = (checkUpstreams ? upstreams : []).map((upstream) =>
    lease.take(`upstream ${upstream.name}`, upstream, () => openWatch(upstream)),
  );
  return {
    models,
    upstreams: checkUpstreams ? watchUpstreams(await Promise.all(watches)) : undefined,
    store: openedStore,
    limits: openedLimits,
    inspector: openedInspector,
    metrics: openedMetrics,
    telemetry: openedTelemetry,
  };
}
