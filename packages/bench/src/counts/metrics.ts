/** What is counted, by name, with what a table calls it. */
export const metrics = {
  calls: "function calls",
  promises: "promises, one for each await included",
  closures: "closures",
  abortControllers: "AbortControllers",
  listeners: "listeners",
  timers: "timers",
  immediates: "immediates",
  maps: "Maps",
  sets: "Sets",
  longArrays: "arrays of more than 16 elements",
  jsonParses: "JSON.parse",
  jsonStringifies: "JSON.stringify",
  decodings: "texts decoded",
  encodings: "texts encoded",
  copiedBytes: "bytes copied",
  webObjects: "Headers, Request, Response, URL and Web streams",
  turnsToUpstream: "microtask turns from the request to the upstream",
  turnsToAnswer: "microtask turns from there to the answer",
} as const;

/** The name of one metric. */
export type Metric = keyof typeof metrics;

/** The names of all metrics, in the order of the tables. */
export const metricNames = Object.keys(metrics) as readonly Metric[];

/** Numbers of one exchange, or of one delta. */
export type Counts = Readonly<Record<Metric, number>>;

/** An array is long above so many elements. */
export const longArray = 16;

/** A number for each metric. */
export function countsOf(numberOf: (metric: Metric) => number): Counts {
  return Object.fromEntries(metricNames.map((name) => [name, numberOf(name)])) as Counts;
}
