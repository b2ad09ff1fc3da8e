// What the dashboard shows: for each panel its queries, in PromQL, and the unit of their values.
import {
  answered,
  asEqualPairs,
  asPairs,
  job,
  percentilesOf,
  requests,
  requestsWith,
  sumOf,
} from "./queries.mjs";

/**
 * @typedef {object} Query
 * @property {string} expr PromQL
 * @property {string} [legend] with labels in double braces
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} description
 * @property {"stat" | "timeseries"} type
 * @property {string} unit an id of Grafana's units
 * @property {boolean} [stacked]
 * @property {readonly Query[]} queries
 */

/** @type {readonly Panel[]} */
export const overview = [
  {
    title: "Requests",
    description: "Requests of every operation, without probes.",
    type: "stat",
    unit: "reqps",
    queries: [{ expr: sumOf(requests) }],
  },
  {
    title: "Failed",
    description: "The share of requests that failed through no fault of the caller.",
    type: "stat",
    unit: "percentunit",
    queries: [
      {
        expr: `(${sumOf(requestsWith(', diglot_outcome="failed"'))} or vector(0)) / ${sumOf(requests)}`,
      },
    ],
  },
  {
    title: "Running now",
    description: "Requests to models that have not ended.",
    type: "stat",
    unit: "short",
    queries: [{ expr: `sum(diglot_running_requests{${job}}) or vector(0)` }],
  },
  {
    title: "Cost",
    description: "The cost of all attempts in the chosen time.",
    type: "stat",
    unit: "currencyUSD",
    queries: [{ expr: `sum(increase(diglot_cost_total{${job}}[$__range])) or vector(0)` }],
  },
];

/** @type {readonly Panel[]} */
export const graphs = [
  {
    title: "Requests by outcome",
    description: "Refused: the caller must change something. Left: the caller has gone.",
    type: "timeseries",
    unit: "reqps",
    stacked: true,
    queries: [{ expr: sumOf(requests, "diglot_outcome"), legend: "{{diglot_outcome}}" }],
  },
  {
    title: "Errors by kind",
    description: "Requests that were refused or failed, and whose fault it is.",
    type: "timeseries",
    unit: "reqps",
    stacked: true,
    queries: [
      {
        expr: sumOf(requestsWith(', error_type!=""'), "error_type, diglot_fault"),
        legend: "{{error_type}} ({{diglot_fault}})",
      },
    ],
  },
  {
    title: "Time to first token",
    description: "Streams that were answered, from the request to the first content.",
    type: "timeseries",
    unit: "s",
    queries: percentilesOf("gen_ai_server_time_to_first_token"),
  },
  {
    title: "Duration",
    description: "Requests to models that were answered, to the last byte.",
    type: "timeseries",
    unit: "s",
    queries: percentilesOf("gen_ai_server_request_duration", answered),
  },
  {
    title: "Duration of attempts, p95",
    description: "By model, also of attempts that failed.",
    type: "timeseries",
    unit: "s",
    queries: [
      {
        expr: `histogram_quantile(0.95, ${sumOf(`gen_ai_client_operation_duration_bucket{${job}}`, "le, diglot_model")})`,
        legend: "{{diglot_model}}",
      },
    ],
  },
  {
    title: "Time per output token",
    description: "Streams that were answered, after the first token.",
    type: "timeseries",
    unit: "s",
    queries: percentilesOf("gen_ai_server_time_per_output_token"),
  },
  {
    title: "Tokens by kind",
    description: "Billed tokens per second. Input includes what was read from a cache.",
    type: "timeseries",
    unit: "short",
    stacked: true,
    queries: [
      {
        expr: sumOf(`gen_ai_client_token_usage_sum{${job}}`, "gen_ai_token_type"),
        legend: "{{gen_ai_token_type}}",
      },
    ],
  },
  {
    title: "Cost per hour",
    description: "In dollars, by model.",
    type: "timeseries",
    unit: "currencyUSD",
    stacked: true,
    queries: [
      {
        expr: `3600 * ${sumOf(`diglot_cost_total{${job}}`, "diglot_model")}`,
        legend: "{{diglot_model}}",
      },
    ],
  },
  {
    title: "Attempts failed",
    description: "By model and kind of error, whether or not another attempt has answered.",
    type: "timeseries",
    unit: "reqps",
    stacked: true,
    queries: [
      {
        expr: sumOf(
          `gen_ai_client_operation_duration_count{${job}, error_type!=""}`,
          "diglot_model, error_type",
        ),
        legend: "{{diglot_model}}: {{error_type}}",
      },
    ],
  },
  {
    title: "Failed over",
    description:
      "Answered by another model than the caller named. An alias counts as another name.",
    type: "timeseries",
    unit: "reqps",
    stacked: true,
    queries: [
      {
        expr: `${asPairs} unless ${asEqualPairs}`,
        legend: "{{gen_ai_request_model}} → {{gen_ai_response_model}}",
      },
    ],
  },
  {
    title: "Running requests",
    description: "Requests to models that have not ended, by the model that was asked for.",
    type: "timeseries",
    unit: "short",
    stacked: true,
    queries: [
      {
        expr: `sum by (gen_ai_request_model) (diglot_running_requests{${job}})`,
        legend: "{{gen_ai_request_model}}",
      },
    ],
  },
  {
    title: "Background failures",
    description: "Failures of stores and the like that no caller sees, by step.",
    type: "timeseries",
    unit: "cps",
    stacked: true,
    queries: [
      {
        expr: sumOf(`diglot_failures_total{${job}}`, "diglot_step, error_type"),
        legend: "{{diglot_step}}: {{error_type}}",
      },
    ],
  },
  {
    title: "Upstreams ready",
    description:
      "1 while the gateway can use an upstream, as far as it was asked; 0 while it cannot.",
    type: "timeseries",
    unit: "short",
    queries: [
      {
        expr: `min by (diglot_upstream) (diglot_upstream_ready{${job}})`,
        legend: "{{diglot_upstream}}",
      },
    ],
  },
  {
    title: "Losses of translations",
    description: "What the other format could not say, by code and direction.",
    type: "timeseries",
    unit: "cps",
    stacked: true,
    queries: [
      {
        expr: sumOf(`diglot_losses_total{${job}}`, "diglot_loss_code, diglot_loss_direction"),
        legend: "{{diglot_loss_code}} ({{diglot_loss_direction}})",
      },
    ],
  },
];
