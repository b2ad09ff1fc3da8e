import type { RequestDetail } from "../../wire.js";
import { Wide } from "../parts/wide.js";

/** What was lost in translation, and where. */
export function Receipt({ losses }: Pick<RequestDetail, "losses">) {
  if (losses.length === 0) return null;
  return (
    <section aria-label="Receipt">
      <h2>Receipt</h2>
      <Wide>
        <table class="stacked">
          <thead>
            <tr>
              <th>What</th>
              <th>Where</th>
              <th>Field</th>
              <th>Became</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {losses.map(({ code, direction, at, from, to, reason }) => (
              <tr key={`${direction} ${at} ${reason}`}>
                <td class={`loss-${code}`}>{code}</td>
                <td>{direction}</td>
                <td>
                  <code>{at || "/"}</code>
                </td>
                <td class={from || to ? "" : "empty-cell"}>
                  {[from, to].filter(Boolean).join(" → ") || "–"}
                </td>
                <td class="words">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}
