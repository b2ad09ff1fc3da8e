import type { RequestDetail } from "../../wire.js";
import { count, dollars, plain } from "../parts/format.js";
import { Wide } from "../parts/wide.js";

/** The rows of the ledger. */
export function Rows({ rows }: Pick<RequestDetail, "rows">) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Ledger">
      <h2>Ledger</h2>
      <Wide>
        <table>
          <thead>
            <tr>
              <th>Row</th>
              <th>State</th>
              <th>End</th>
              <th>Model</th>
              <th class="number">Input</th>
              <th class="number">Cached</th>
              <th class="number">Output</th>
              <th class="number">Reserved</th>
              <th class="number">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ attemptId, state, end, errorKind, model, usage, ...row }) => (
              <tr key={attemptId}>
                <td>
                  <code>{attemptId}</code>
                </td>
                <td>{state}</td>
                <td>
                  {plain(end)}
                  {errorKind ? <span class="quiet"> {plain(errorKind)}</span> : ""}
                </td>
                <td>{model}</td>
                <td class="number" title={usage.sources.input}>
                  {count(usage.input)}
                </td>
                <td class="number">
                  {count(usage.cacheRead + usage.cacheWrite + usage.cacheWriteLong)}
                </td>
                <td class="number" title={usage.sources.output}>
                  {count(usage.output)}
                </td>
                <td class="number">{dollars(row.reservedNanoDollars)}</td>
                <td class="number">{dollars(row.costNanoDollars)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}
