import { describe, expect, it } from "vitest";
import { askForTelemetry, forbidTelemetry, readVariables } from "./variables.js";

describe("the variables of OpenTelemetry", () => {
  it("are texts without the space around them, and are not set if they are empty", () => {
    const { text } = readVariables({ A: " a ", B: "  ", C: "" }, expect.fail);
    expect([text("A"), text("B"), text("C"), text("D")]).toEqual([
      "a",
      ...Array(3).fill(undefined),
    ]);
  });

  it("are lists between commas", () => {
    const { list } = readVariables({ A: "otlp, ,console ", B: "" }, expect.fail);
    expect([list("A"), list("B")]).toEqual([["otlp", "console"], []]);
  });

  it("are amounts, and anything else is said and ignored", () => {
    const said: string[] = [];
    const given = { A: "0", B: "512", C: "-1", D: "many", E: "Infinity" };
    const { amount } = readVariables(given, (message) => void said.push(message));
    expect([amount("A"), amount("B"), amount("none")]).toEqual([0, 512, undefined]);
    expect([amount("C"), amount("D"), amount("E")]).toEqual(Array(3).fill(undefined));
    expect(said).toEqual(
      ["C", "D", "E"].map((name) => `${name} is ignored: it must be a number from 0 on.`),
    );
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" }, true],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://collector:4318/v1/metrics" }, true],
    [{ OTEL_TRACES_EXPORTER: "otlp" }, true],
    [{ OTEL_METRICS_EXPORTER: "console,otlp" }, true],
    [{ OTEL_METRICS_EXPORTER: "none" }, false],
    [{ OTEL_SERVICE_NAME: "gateway", OTEL_EXPORTER_OTLP_ENDPOINT: " " }, false],
    [{}, false],
  ])("ask for telemetry, or not: %j", (environment, asked) => {
    expect(askForTelemetry(environment)).toBe(asked);
  });

  it.each([
    ["true", true],
    [" True", true],
    ["false", false],
    ["1", false],
    [undefined, false],
  ])("forbid it, or not: OTEL_SDK_DISABLED is %s", (value, forbidden) => {
    expect(forbidTelemetry({ OTEL_SDK_DISABLED: value })).toBe(forbidden);
  });
});
