// The pieces of PromQL that the panels are made of. The metrics are those of packages/opentelemetry, as
// OpenTelemetry's Prometheus exporter names them.

export const job = 'job=~"$job"';
/** Every request but the probes, which would hide the others. */
export const requests = requestsWith("");

/** @param {string} matchers */
export function requestsWith(matchers) {
  return `diglot_requests_total{${job}, diglot_operation!="endpoint"${matchers}}`;
}

/** @param {string} series */
const rateOf = (series) => `rate(${series}[$__rate_interval])`;

/** @param {string} series @param {string} [labels] */
export const sumOf = (series, labels) =>
  `sum${labels ? ` by (${labels}) ` : ""}(${rateOf(series)})`;

/**
 * The median and the 95th percentile of a histogram.
 *
 * @param {string} metric @param {string} [matchers]
 * @returns {readonly import("./panels.mjs").Query[]}
 */
export function percentilesOf(metric, matchers = "") {
  const rates = sumOf(`${metric}_bucket{${job}${matchers}}`, "le");
  return [
    { expr: `histogram_quantile(0.5, ${rates})`, legend: "p50" },
    { expr: `histogram_quantile(0.95, ${rates})`, legend: "p95" },
  ];
}

export const answered = ', diglot_outcome="answered"';
const answeredRequests = `gen_ai_server_request_duration_count{${job}${answered}}`;
export const asPairs = sumOf(answeredRequests, "gen_ai_request_model, gen_ai_response_model");
const asAnswering = sumOf(answeredRequests, "gen_ai_response_model");
/** The same name as both labels, so that `unless` leaves out who has answered for itself. */
export const asEqualPairs = `label_replace(${asAnswering}, "gen_ai_request_model", "$1", "gen_ai_response_model", "(.+)")`;
