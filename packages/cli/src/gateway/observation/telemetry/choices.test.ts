import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { describe, expect, it } from "vitest";
import { createSpanExporter } from "./exporters.js";
import { createPropagator } from "./propagator.js";
import { createSampler } from "./sampler.js";
import { chooseSignals } from "./signals.js";
import { type Environment, readVariables } from "./variables.js";

/** Variables, and what is said of them. */
function given(environment: Environment) {
  const said: string[] = [];
  const warn = (message: string) => void said.push(message);
  return { said, warn, variables: readVariables(environment, warn) };
}

describe("chooseSignals", () => {
  it.each([
    [undefined, {}, ["traces", "metrics"]],
    [["traces"], {}, ["traces"]],
    [undefined, { OTEL_TRACES_EXPORTER: "none" }, ["metrics"]],
    [["traces"], { OTEL_TRACES_EXPORTER: "none" }, []],
    [undefined, { OTEL_METRICS_EXPORTER: "otlp" }, ["traces", "metrics"]],
  ] as const)("takes %j with %j as %j", (chosen, environment, signals) => {
    const { variables, warn, said } = given(environment);
    expect([chooseSignals(chosen, variables, warn), said]).toEqual([signals, []]);
  });

  it("says what else than OTLP is named, and how Prometheus is served", () => {
    const environment = {
      OTEL_TRACES_EXPORTER: "zipkin",
      OTEL_METRICS_EXPORTER: "prometheus,otlp",
    };
    const { variables, warn, said } = given(environment);
    expect(chooseSignals(undefined, variables, warn)).toEqual(["metrics"]);
    expect(said).toEqual([
      'OTEL_TRACES_EXPORTER names zipkin, which is ignored: traces are sent by "otlp" only.',
      'OTEL_METRICS_EXPORTER names prometheus, which is ignored: metrics are sent by "otlp" only; for Prometheus, set "metrics" in the file.',
    ]);
  });
});

describe("createSampler", () => {
  /** Whether a trace that begins here is kept. */
  const isKept = (sampling: number | undefined, environment: Environment): boolean => {
    const { variables, warn } = given(environment);
    const sampler = createSampler(sampling, variables, warn);
    const id = "ffffffff000000000000000000000001";
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, id, "chat", SpanKind.SERVER, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  };

  it.each([
    [undefined, {}, true],
    [0, { OTEL_TRACES_SAMPLER: "always_on" }, false],
    [1, { OTEL_TRACES_SAMPLER: "always_off" }, true],
    [undefined, { OTEL_TRACES_SAMPLER: "always_on" }, true],
    [undefined, { OTEL_TRACES_SAMPLER: "always_off" }, false],
    [undefined, { OTEL_TRACES_SAMPLER: "parentbased_always_on" }, true],
    [undefined, { OTEL_TRACES_SAMPLER: "parentbased_always_off" }, false],
    [undefined, { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.5" }, false],
    [undefined, { OTEL_TRACES_SAMPLER: "traceidratio" }, true],
    [undefined, { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "7" }, true],
    [
      undefined,
      { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
      false,
    ],
  ])("keeps a trace or not: %j with %j", (sampling, environment, kept) => {
    expect(isKept(sampling, environment)).toBe(kept);
  });

  it.each(["sometimes", "constructor"])(
    "says that there is no sampler %s, and keeps all",
    (name) => {
      const { variables, warn, said } = given({ OTEL_TRACES_SAMPLER: name });
      expect(String(createSampler(undefined, variables, warn))).toContain("ParentBased");
      expect(said).toEqual([
        expect.stringMatching(/^OTEL_TRACES_SAMPLER is ignored: it must be one of always_on, /),
      ]);
    },
  );
});

describe("createPropagator", () => {
  it.each([
    ["", ["traceparent", "tracestate", "baggage"]],
    ["tracecontext", ["traceparent", "tracestate"]],
    ["baggage", ["baggage"]],
    ["tracecontext,none", []],
  ])("hands on the headers of %j", (names, fields) => {
    const { variables, warn, said } = given({ OTEL_PROPAGATORS: names });
    expect(createPropagator(variables, warn).fields()).toEqual(fields);
    expect(said).toEqual([]);
  });

  it("says which it does not know", () => {
    const { variables, warn, said } = given({ OTEL_PROPAGATORS: "b3,tracecontext,toString" });
    expect(createPropagator(variables, warn).fields()).toEqual(["traceparent", "tracestate"]);
    expect(said).toEqual([
      "OTEL_PROPAGATORS names b3, toString, which is ignored: only tracecontext and baggage are known.",
    ]);
  });
});

describe("createSpanExporter", () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc" },
      "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
    ],
  ])("says that it speaks HTTP only: %j", async (environment, name) => {
    const { variables, warn, said } = given(environment);
    await (await createSpanExporter({}, variables, warn)).shutdown();
    expect(said).toEqual([
      `${name} is grpc, but traces are sent over HTTP only: as http/protobuf, to the HTTP port of the collector, usually 4318.`,
    ]);
  });
});
