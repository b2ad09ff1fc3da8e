import { toPlainLine } from "@diglot/core/redaction";
import { style } from "../../terminal/style.js";
import { countInput, formatCost, formatTime } from "../../terminal/usage.js";
import type { Counted } from "./count.js";
import type { Loss, RequestFailure, Summary } from "./summary.js";

/** How many kinds of failures and losses are shown. */
const mostLines = 12;
/** The most characters of one of them: upstreams choose the words of their errors. */
const longestLine = 1_000;

/** The text that is written when a tool has ended. */
export function renderSummary(summary: Summary, stream: NodeJS.WritableStream): string {
  const { failures, problems, losses } = summary;
  const sections = [
    renderSection("Failed", failures.map(renderFailure)),
    renderSection(
      "Failed in the background",
      problems.map(({ count, message }) => `${count} × ${message}`),
    ),
    renderSection("Lost in translation, by requests", losses.map(renderLoss)),
  ];
  return [style("bold", renderUse(summary), stream), ...sections.flat()].join("\n").concat("\n");
}

/** The tool may ignore the variables, or read another address from a file of its own. */
const elsewhere =
  "The tool may have gone to its vendor: it may ignore ANTHROPIC_BASE_URL and OPENAI_BASE_URL, or have an address of its own in its settings.";

function renderUse({
  arrived,
  requests,
  models,
  usage,
  costNanoDollars,
  milliseconds,
}: Summary): string {
  const time = formatTime(milliseconds);
  if (arrived === 0) return `Diglot: no request has arrived in ${time}. ${elsewhere}`;
  if (requests === 0) return `Diglot: no request to a model in ${time}.`;
  const names = toPlainLine(models.map(({ model }) => model).join(", "));
  const cached = usage.cacheRead > 0 ? `, ${usage.cacheRead} of them cached` : "";
  const parts = [
    `${toCount(requests, "request")}${names && ` to ${names}`} in ${time}`,
    `${toCount(countInput(usage), "token")} in${cached}, ${usage.output} out`,
    formatCost(costNanoDollars),
  ];
  return `Diglot: ${parts.filter((part) => part !== undefined).join("; ")}.`;
}

function toCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function renderSection(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostLines;
  const shown = lines.slice(0, mostLines).map((line) => `  ${toPlainLine(line, longestLine)}`);
  return [`${title}:`, ...shown, ...(more > 0 ? [`  and ${more} more kinds`] : [])];
}

function renderFailure({
  count,
  status,
  model,
  upstream,
  message,
}: Counted<RequestFailure>): string {
  const place = upstream === undefined ? model : `${model} at ${upstream}`;
  return `${count} × ${status}${place === undefined ? "" : ` ${place}`}: ${message}`;
}

function renderLoss({ count, code, direction, field, reason }: Counted<Loss>): string {
  const of = direction === "reply" ? "of the reply" : "";
  return `${count} × ${[code, field, of].filter((word) => word !== "").join(" ")}: ${reason}`;
}
