import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { Variables } from "./variables.js";

const named: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: keepPart,
};

/** Which traces are kept: a part, as the config says, or what `OTEL_TRACES_SAMPLER` names. */
export function createSampler(
  sampling: number | undefined,
  variables: Variables,
  warn: (message: string) => void,
): Sampler {
  if (sampling !== undefined) return keepPart(sampling);
  const name = variables.text("OTEL_TRACES_SAMPLER");
  if (name === undefined) return keepPart(1);
  const create = Object.hasOwn(named, name) ? named[name] : undefined;
  if (create) return create(Math.min(1, variables.amount("OTEL_TRACES_SAMPLER_ARG") ?? 1));
  warn(`OTEL_TRACES_SAMPLER is ignored: it must be one of ${Object.keys(named).join(", ")}.`);
  return keepPart(1);
}

/** A caller that has decided keeps its decision. */
function keepPart(ratio: number): Sampler {
  return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
}
