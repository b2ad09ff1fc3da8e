import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { Notices } from "../../../log/log.js";
import { reasonOf } from "../../../terminal/reason-of.js";

/** Something that sends a signal of telemetry. */
interface Exporter<Item> {
  export(items: Item, done: (result: ExportResult) => void): void;
}

/** Says once when nothing arrives any more, and once when it arrives again; a collector may be down for long. */
export function sayOutages<Item, Own extends Exporter<Item>>(
  exporter: Own & Exporter<Item>,
  signal: string,
  { info, warn }: Pick<Notices, "info" | "warn">,
): Own {
  const send = exporter.export.bind(exporter);
  let isDown = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS;
      if (hasFailed && !isDown) warn(`The collector does not take ${signal}: ${whyOf(result)}.`);
      if (!hasFailed && isDown) info(`The collector takes ${signal} again.`);
      isDown = hasFailed;
      done(result);
    });
  return exporter;
}

function whyOf({ error }: ExportResult): string {
  return error === undefined ? "it gave no reason" : reasonOf(error);
}
