import { withFallback, withRetry } from "@diglot/core";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { deferred } from "@diglot/test-support/wait";
import type { OpenTelemetryOptions } from "../src/index.js";
import { observe } from "./observe.js";
import { failing, greet, greetSlowly, modelAt, stall, startUpstream } from "./upstreams.js";

/** The caller's trace, as every request here has it. */
export const caller = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
} as const;
const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };

/** The formats of caller and upstream, in all combinations. */
export const formatPairs = formatNames.flatMap((from) =>
  formatNames.map((to) => [from, to] as const),
);

/** A request whose upstream refuses it once before it answers. */
export async function askWithRetry(from: FormatName, to: FormatName) {
  const upstream = await startUpstream(failing(1));
  const model = withRetry(modelAt(upstream, to, "main"), { baseDelay: 1 });
  const observed = observe([model]);
  await observed.ask(from, {}, headers);
  await observed.service.close();
  return { ...observed, upstream };
}

/** A stream whose first upstream fails, so that another one answers, in two pieces. */
export async function streamWithFallback(
  from: FormatName,
  to: FormatName,
  options: OpenTelemetryOptions = {},
) {
  const next = deferred();
  const broken = await startUpstream(failing(9));
  const spare = await startUpstream(greetSlowly(next.promise));
  const models = [modelAt(broken, to, "main"), modelAt(spare, to, "spare")];
  const observed = observe([withFallback(models)], options);
  const change = { stream: true, ...changeOf(from, to) };
  const response = await observed.send(from, change, headers);
  for await (const bytes of response.body ?? []) {
    if (new TextDecoder().decode(bytes).includes("Good ")) next.resolve();
  }
  await observed.service.close();
  return { ...observed, broken, spare };
}

/** A stream whose caller leaves after the first piece. */
export async function leaveStream(from: FormatName, to: FormatName) {
  const upstream = await startUpstream(stall);
  const observed = observe([modelAt(upstream, to, "main")]);
  const response = await observed.send(from, { stream: true }, headers);
  const reader = response.body?.getReader();
  for (let text = ""; !text.includes("Good "); ) {
    const { value } = (await reader?.read()) ?? {};
    text += new TextDecoder().decode(value);
  }
  await reader?.cancel();
  await observed.service.close();
  return observed;
}

/** A request that is answered at once, and as a whole. */
export async function askPlainly(from: FormatName, to: FormatName) {
  const upstream = await startUpstream(greet);
  const observed = observe([modelAt(upstream, to, "main")]);
  await observed.ask(from, {}, headers);
  await observed.service.close();
  return observed;
}

/** Names an end user. Each request loses one field if it is translated, and none otherwise. */
function changeOf(from: FormatName, to: FormatName): object {
  if (from === "messages") return { metadata: { user_id: "ann" } };
  return { user: "ann", ...(from !== to && { seed: 7 }) };
}
