import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { modelOf } from "@diglot/test-support/models";
import { listen } from "@diglot/test-support/servers";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";
import { observe } from "./observe.js";
import { streamWithFallback } from "./requests.js";

interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat: string;
  readonly datasource: unknown;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource: unknown;
  readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
  readonly targets: readonly Target[];
}

interface Dashboard {
  readonly __inputs: readonly unknown[];
  readonly __requires: readonly { readonly type: string; readonly id: string }[];
  readonly id: unknown;
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

const text = readFileSync(new URL("../../../docs/grafana/diglot.json", import.meta.url), "utf8");
const dashboard = JSON.parse(text) as Dashboard;
const page = readFileSync(new URL("../../../docs/watch.md", import.meta.url), "utf8");
const script = new URL("../../../scripts/dashboard.mjs", import.meta.url).href;
const targets = dashboard.panels.flatMap((panel) => panel.targets);

/** Labels that Prometheus adds, and the one that a histogram's buckets always have. */
const added = ["job", "le"];

/** What Prometheus reads from a service that has answered, failed over, translated and refused. */
async function scrape(): Promise<string> {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [exporter] });
  const server = createServer((request, response) =>
    exporter.getMetricsRequestHandler(request, response),
  );
  const { reporter } = await streamWithFallback("messages", "chat-completions", { meterProvider });
  const { ask } = observe([modelOf(["Hello"])], { meterProvider });
  await ask("messages", { model: "invented" });
  const error = new Error("The database is down.");
  reporter({
    type: "failure",
    at: 0,
    step: "heartbeat",
    fault: "store",
    kind: "store_unavailable",
    error,
  });
  reporter({
    type: "upstream_checked",
    at: 0,
    name: "far",
    upstream: "http://far/v1",
    state: "key_refused",
    unlistedModels: [],
  });
  return (await fetch(`http://127.0.0.1:${await listen(server)}/metrics`)).text();
}

/** The labels of each metric. */
function labelsOf(metrics: string): ReadonlyMap<string, ReadonlySet<string>> {
  const labels = new Map<string, Set<string>>();
  for (const [, name = "", list = ""] of metrics.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const known = labels.get(name) ?? new Set(added);
    for (const [, label = ""] of list.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return labels;
}

/** The names of one kind in an expression, as Prometheus' own grammar reads it. */
function namesIn(expr: string, kind: "Identifier" | "LabelName" | "⚠"): readonly string[] {
  const plain = expr.replaceAll(/\$__\w+/g, "5m");
  const names: string[] = [];
  parser.parse(plain).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) names.push(plain.slice(from, to));
    },
  });
  return names;
}

const metricsIn = (expr: string) => namesIn(expr, "Identifier");

describe("the dashboard", () => {
  it("is the one that its script makes", async () => {
    const { renderDashboard } = (await import(script)) as { renderDashboard: () => string };
    expect(JSON.parse(renderDashboard()), "Run `npm run docs:dashboard`.").toEqual(dashboard);
  });

  it("has what Grafana needs to import it, and asks for the data source", () => {
    expect(dashboard).toMatchObject({
      id: null,
      uid: "diglot",
      title: "Diglot",
      schemaVersion: 39,
    });
    expect(dashboard.__inputs).toMatchObject([
      { name: "DS_PROMETHEUS", type: "datasource", pluginId: "prometheus" },
    ]);
    const datasource = { type: "prometheus", uid: `\${DS_PROMETHEUS}` };
    const users = [...dashboard.panels, ...targets, ...dashboard.templating.list];
    expect(users.length).toBeGreaterThan(30);
    for (const user of users) expect(user).toMatchObject({ datasource });
  });

  it("requires the panels that it uses, and no others", () => {
    const required = dashboard.__requires.filter(({ type }) => type === "panel");
    const used = new Set(dashboard.panels.map(({ type }) => type));
    expect(required.map(({ id }) => id).toSorted()).toEqual([...used].toSorted());
  });

  it("has panels with ids and titles of their own that do not overlap", () => {
    const { panels } = dashboard;
    for (const name of ["id", "title"] as const) {
      expect(new Set(panels.map((panel) => panel[name])).size).toBe(panels.length);
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it("has a row of the page for each panel", () => {
    const rows = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => `, ${cell},`);
    const unexplained = dashboard.panels.filter(
      ({ title }) => !rows.some((row) => row.includes(`, ${title},`)),
    );
    expect(unexplained.map(({ title }) => title)).toEqual([]);
  });

  it("has queries that Prometheus can parse, of the job that was chosen", () => {
    for (const { expr } of targets) {
      expect(namesIn(expr, "⚠"), expr).toEqual([]);
      expect(expr.split("{").length, expr).toBe(expr.split('{job=~"$job"').length);
    }
  });

  it("asks only for metrics and labels that a service shows", async () => {
    const labels = labelsOf(await scrape());
    const missing = targets.flatMap(({ expr, legendFormat }) => {
      const metrics = metricsIn(expr);
      const shown = new Set(metrics.flatMap((metric) => [...(labels.get(metric) ?? [])]));
      const inLegend = legendFormat.match(/(?<=\{\{)\w+/g) ?? [];
      const named = [...namesIn(expr, "LabelName"), ...inLegend];
      return [
        ...metrics.filter((metric) => !labels.has(metric)),
        ...named.filter((label) => !shown.has(label)),
      ];
    });
    expect(missing).toEqual([]);
    expect(targets.every(({ expr }) => metricsIn(expr).length > 0)).toBe(true);
  });

  it("shows every metric that a service shows, but the times of attempts to their first chunk", async () => {
    const shown = new Set(targets.flatMap(({ expr }) => metricsIn(expr)).map(toFamily));
    const all = new Set([...labelsOf(await scrape()).keys()].map(toFamily));
    expect([...all].filter((metric) => !shown.has(metric))).toEqual([
      "target_info",
      "gen_ai_client_operation_time_to_first_chunk",
    ]);
  });
});

/** A metric without what a histogram adds to its name. */
function toFamily(metric: string): string {
  return metric.replace(/_(bucket|count|sum)$/, "");
}
