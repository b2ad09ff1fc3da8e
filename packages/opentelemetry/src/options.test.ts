import { describe, expect, it } from "vitest";
import { openTelemetry } from "./open-telemetry.js";

describe("openTelemetry", () => {
  it.each([
    [{ spanNames: ["account"] }, '"spanNames" is not an option; did you mean "spansName"?'],
    [{ spansName: ["user"] }, '"spansName[0]" must be one of account, key, endUser'],
    [{ metricsName: ["endUser"] }, '"metricsName[0]" must be one of account, key'],
    [{ signals: ["logs"] }, '"signals[0]" must be one of traces, metrics'],
    [{ tracerProvider: undefined }, '"tracerProvider"'],
    [{ captureContents: "yes" }, '"captureContents" must be true or false'],
    [{ captureContents: { characters: 0 } }, '"captureContents.characters" must be'],
    [{ captureContents: { secrets: [7] } }, '"captureContents.secrets[0]" must be a string or'],
    [{ tracerProvider: {} }, 'openTelemetry: "tracerProvider" must be a tracer provider'],
    [{ meterProvider: {} }, '"meterProvider" must be a meter provider'],
  ])("says what is wrong with %j", (options, message) => {
    expect(() => openTelemetry(options as object)).toThrow(message);
    expect(() => openTelemetry(options as object)).toThrow(TypeError);
  });

  it("does not see contents unless that is asked for", () => {
    expect(Object.keys(openTelemetry()).sort()).toEqual([
      ...["contextHeaders", "runAttempt", "traceHeaders"],
    ]);
    expect(Object.keys(openTelemetry({ signals: ["metrics"], captureContents: true }))).toEqual([]);
    const { contents, secrets } = openTelemetry({ captureContents: true });
    expect([typeof contents, typeof secrets]).toEqual(["function", "function"]);
  });
});
