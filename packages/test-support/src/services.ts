import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type MemoryLedger,
  type Model,
  type ModelOptions,
  type ReporterEvent,
  type Service,
  type ServiceOptions,
} from "@diglot/core";
import { key } from "./key.js";
import { modelOf, type Script } from "./models.js";
import { holdToSchemas } from "./published.js";

/** Options of the service, and of its scripted model. */
export type ServedOptions = Partial<ServiceOptions> & {
  readonly model?: ModelOptions | undefined;
  /** Whether a model of the test passes on bytes that are not as published. @default false */
  readonly relaysAnything?: boolean | undefined;
};

/** A service, and all that a test looks at. */
export interface Served {
  readonly service: Service;
  readonly ledger: MemoryLedger;
  /** What was reported. */
  readonly events: readonly ReporterEvent[];
  /** The errors of the failures among it. */
  readonly failures: readonly unknown[];
}

/**
 * A service over one model, or a script of one. It knows the key of all tests, and its ledger has
 * the same clock.
 */
export function serviceOf(
  script: Script | Model,
  { model, relaysAnything = false, ...options }: ServedOptions = {},
): Served {
  const ledger = createMemoryLedger({ clock: options.clock });
  const events: ReporterEvent[] = [];
  const failures: unknown[] = [];
  const models = ["respond" in script ? script : modelOf(script, model)];
  const service = createService({
    models,
    keys: createMemoryKeys([{ key }]),
    ledger,
    reporter(event) {
      events.push(event);
      if (event.type === "failure") failures.push(event.error);
      if (event.type === "request_ended" && event.failure) failures.push(event.failure.error);
    },
    ...options,
  });
  const held = relaysAnything
    ? service
    : holdToSchemas(service, options.models ?? models, options.formats);
  return { service: held, ledger, events, failures };
}
