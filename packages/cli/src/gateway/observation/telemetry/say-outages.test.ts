import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { expect, it } from "vitest";
import { sayOutages } from "./say-outages.js";

it("an outage is said once, and so is its end", () => {
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  const results: ExportResult[] = [];
  const exporter = {
    export: (result: ExportResult, done: (result: ExportResult) => void) => done(result),
  };
  const watched = sayOutages(exporter, "traces", { info: note, warn: note });
  const send = (result: ExportResult) => watched.export(result, (one) => void results.push(one));
  const sent = { code: ExportResultCode.SUCCESS } as const;
  const lost = { code: ExportResultCode.FAILED, error: new Error("Nobody listens") } as const;
  for (const result of [sent, lost, lost, sent, sent, { code: ExportResultCode.FAILED }]) {
    send(result as ExportResult);
  }
  expect(results).toHaveLength(6);
  expect(said).toEqual([
    "The collector does not take traces: Nobody listens.",
    "The collector takes traces again.",
    "The collector does not take traces: it gave no reason.",
  ]);
});
