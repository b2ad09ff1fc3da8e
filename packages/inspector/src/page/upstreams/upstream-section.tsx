import { dayTime, plain } from "../parts/format.js";
import { Wide } from "../parts/wide.js";
import type { Upstream, UpstreamModel } from "../state/upstreams.js";

/** One upstream: its state, what is wrong, and its models. */
export function UpstreamSection(upstream: Upstream) {
  const { name, problem, checked_at: checkedAt, models } = upstream;
  return (
    <section aria-label={`Upstream ${name}`}>
      <h2>
        {name} <UpstreamState {...upstream} />
      </h2>
      <p class="quiet">
        <code>{upstream.base_url}</code>
        {checkedAt !== null && `, asked ${dayTime(checkedAt)}`}
      </p>
      {problem !== null && <p class={upstream.state === "ready" ? "" : "bad"}>{problem}</p>}
      {models.length === 0 ? (
        <p class="quiet">No model of this gateway is asked there.</p>
      ) : (
        <Wide>
          <ModelTable models={models} />
        </Wide>
      )}
    </section>
  );
}

function UpstreamState({ state }: Pick<Upstream, "state">) {
  const mark = state === "ready" ? "answered" : "failed";
  return (
    <span class={`state state-${state === null ? "left" : mark}`}>
      <i aria-hidden="true" />
      {state === null ? "not asked" : plain(state)}
    </span>
  );
}

function ModelTable({ models }: Pick<Upstream, "models">) {
  return (
    <table class="stacked">
      <thead>
        <tr>
          <th>Model</th>
          <th>Its name there</th>
          <th>Listed</th>
          <th>Last success</th>
          <th>Last error</th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.id}>
            <td>{model.id}</td>
            <td>{model.name}</td>
            <td class={model.is_unlisted ? "bad" : "empty-cell"}>
              {model.is_unlisted ? "not listed" : "–"}
            </td>
            <td class={model.last_success_at === null ? "empty-cell" : ""} data-head="last success">
              {dayTime(model.last_success_at)}
            </td>
            <td class={model.last_error === null ? "empty-cell" : "words"} data-head="last error">
              {describe(model)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** When the last error was, which, and the status of the upstream's answer. */
function describe({ last_error: kind, last_error_at: at, last_error_status }: UpstreamModel) {
  if (kind === null) return "–";
  return [dayTime(at), plain(kind), last_error_status].filter(Boolean).join(" ");
}
