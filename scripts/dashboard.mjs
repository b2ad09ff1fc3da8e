// Writes docs/grafana/diglot.json, a dashboard in the form that Grafana imports.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { graphs, overview } from "./dashboard/panels.mjs";

/** @typedef {import("./dashboard/panels.mjs").Panel} Panel */

const file = fileURLToPath(new URL("../docs/grafana/diglot.json", import.meta.url));

/** Grafana asks for the data source when it imports the dashboard, and puts it in here. */
const datasource = { type: "prometheus", uid: `\${DS_PROMETHEUS}` };

/** Columns of Grafana's grid. */
const columns = 24;

/** The whole file. */
export function renderDashboard() {
  const first = place(overview, { width: 6, height: 4, top: 0 });
  const rest = place(graphs, { width: 12, height: 8, top: 4 });
  const panels = [...first, ...rest].map((panel, index) => ({ id: index + 1, ...panel }));
  return `${JSON.stringify({ ...frame(), panels }, null, 2)}\n`;
}

/** @param {readonly Panel[]} panels @param {{ width: number, height: number, top: number }} size */
function place(panels, { width, height, top }) {
  const perRow = columns / width;
  return panels.map((panel, index) => {
    const [x, y] = [(index % perRow) * width, top + Math.floor(index / perRow) * height];
    return toPanel(panel, { x, y, w: width, h: height });
  });
}

/** @param {Panel} panel @param {object} gridPos */
function toPanel({ title, description, type, unit, stacked, queries }, gridPos) {
  const custom = { fillOpacity: stacked ? 30 : 0, stacking: { mode: stacked ? "normal" : "none" } };
  const targets = queries.map(({ expr, legend = "" }, index) => {
    const refId = String.fromCharCode("A".charCodeAt(0) + index);
    return { refId, datasource, expr, legendFormat: legend };
  });
  const defaults = { unit, min: 0, ...(type === "timeseries" && { custom }) };
  const fieldConfig = { defaults, overrides: [] };
  return { type, title, description, datasource, gridPos, fieldConfig, targets };
}

function frame() {
  const job = {
    ...{ name: "job", label: "Job", type: "query", datasource },
    query: { query: "label_values(diglot_requests_total, job)", refId: "job" },
    ...{ refresh: 2, includeAll: true, multi: true, allValue: ".*" },
    current: { text: "All", value: "$__all" },
  };
  return {
    __inputs: [
      {
        ...{ name: "DS_PROMETHEUS", label: "Prometheus", type: "datasource" },
        ...{ description: "", pluginId: "prometheus", pluginName: "Prometheus" },
      },
    ],
    __requires: [
      { type: "grafana", id: "grafana", name: "Grafana", version: "10.3.0" },
      { type: "datasource", id: "prometheus", name: "Prometheus", version: "1.0.0" },
      { type: "panel", id: "stat", name: "Stat", version: "" },
      { type: "panel", id: "timeseries", name: "Time series", version: "" },
    ],
    id: null,
    uid: "diglot",
    title: "Diglot",
    description: "Requests, errors, times, tokens and costs of Diglot services.",
    tags: ["diglot"],
    editable: true,
    graphTooltip: 1,
    schemaVersion: 39,
    version: 1,
    time: { from: "now-3h", to: "now" },
    refresh: "30s",
    templating: { list: [job] },
    annotations: { list: [] },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, renderDashboard());
