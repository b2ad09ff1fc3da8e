import type { ComponentChildren } from "preact";
import type { RequestDetail } from "../../wire.js";
import { count, describeFormat, duration, exactTime, shortDollars } from "../parts/format.js";

type Fact = readonly [name: string, value: ComponentChildren];

/** What is known of a request as a whole. */
export function Facts({ summary, facts, usage, headMilliseconds, waited }: RequestDetail) {
  const cached = usage ? usage.cacheRead + usage.cacheWrite + usage.cacheWriteLong : 0;
  const list: readonly (Fact | undefined | false | "")[] = [
    ["Arrived", exactTime(summary.at)],
    ["Format", describeFormat(summary.format, summary)],
    facts.accountId && ["Account", facts.accountId],
    facts.keyId && ["Caller", facts.keyId],
    facts.endUser && ["End user", facts.endUser],
    facts.sessionId && ["Session", facts.sessionId],
    ["Input", `${count(summary.input)}${cached ? `, ${count(cached)} of it cached` : ""}`],
    [
      "Output",
      `${count(summary.output)}${usage?.reasoning ? `, ${count(usage.reasoning)} reasoning` : ""}`,
    ],
    ["Cost", shortDollars(summary.costNanoDollars)],
    ["Head of the answer", duration(headMilliseconds)],
    ["First content", duration(summary.firstContentMilliseconds)],
    ["Total", duration(summary.milliseconds)],
    waited && ["Waited for limits", duration(waited.limits)],
    waited && ["Waited for ledger", duration(waited.ledger)],
    facts.trace && ["Trace", <code key="trace">{facts.trace.traceparent.split("-")[1]}</code>],
  ];
  return (
    <dl class="facts">
      {list.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
