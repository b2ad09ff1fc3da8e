import { toPlainLine } from "@diglot/core/redaction";
import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import type { DiscoveredUpstream } from "../../discover/discover-upstream.js";
import { style } from "../../terminal/style.js";
import type { FoundCapabilities } from "../capabilities.js";
import type { Examination, ExaminedProbe } from "../examine-upstream.js";
import { renderFindings } from "./findings.js";
import type { DoctorOutput } from "./output.js";

/** The names of the formats in sentences. */
const formatTitles: Readonly<Record<UpstreamFormatName, string>> = {
  messages: "Messages",
  responses: "Responses",
  "chat-completions": "Chat Completions",
};

/** Models whose names are shown. */
const shownModels = 5;

/** Everything that was found, for people. */
export function toText(upstream: DiscoveredUpstream, examination: Examination): string {
  const { model, format, requests, inputTokens, outputTokens, capabilities } = examination;
  return [
    `${style("bold", toPlainLine(model))} at ${upstream.baseUrl}, examined in ${formatTitles[format]}`,
    "",
    renderFindings(toRows(upstream, examination)),
    `${requests} requests, ${inputTokens} input and ${outputTokens} output tokens as the server counts them.`,
    "",
    'The "capabilities" of this model, or of its upstream, in a config:',
    "",
    renderCapabilities(capabilities),
    "",
  ].join("\n");
}

/** JSON with a line for each member. */
function renderCapabilities(capabilities: FoundCapabilities): string {
  const lines = Object.entries(capabilities).map(([name, value]) => {
    const onOneLine = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
    return `  ${JSON.stringify(name)}: ${onOneLine.replace(/^\[ (.*) \]$/, "[$1]")}`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}

/** Everything that was found, for programs. */
export function toOutput(upstream: DiscoveredUpstream, examination: Examination): DoctorOutput {
  const { baseUrl, speaks, models } = upstream;
  const { findings: _, ...rest } = examination;
  return {
    upstream: { baseUrl, speaks, models: models.map(({ id }) => id) },
    ...rest,
    findings: toRows(upstream, examination),
  };
}

/** The rows of the table; the first two were found before any model was asked. */
function toRows(upstream: DiscoveredUpstream, { findings }: Examination): readonly ExaminedProbe[] {
  const { speaks, models } = upstream;
  const names = models.slice(0, shownModels).map(({ id }) => toPlainLine(id));
  const more = models.length > shownModels ? ["…"] : [];
  const listed = `${models.length}: ${[...names, ...more].join(", ")}`;
  return [
    {
      id: "formats",
      title: "Formats",
      result: "yes",
      seen: speaks.map((name) => formatTitles[name]).join(", "),
    },
    models.length === 0
      ? { id: "models", title: "List of models", result: "no", seen: "none came" }
      : { id: "models", title: "List of models", result: "yes", seen: listed },
    ...findings,
  ];
}
