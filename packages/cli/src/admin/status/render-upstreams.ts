import { toPlainLine } from "@diglot/core/redaction";
import type { Style } from "../../terminal/style.js";
import { type Column, renderTable } from "../../terminal/table/table.js";
import { toMinute } from "../times.js";
import type { UpstreamBody, UpstreamModelBody } from "../wire/upstreams.js";

/** A model of an upstream; absent: the upstream has none. */
interface Row {
  readonly upstream: UpstreamBody;
  readonly model: UpstreamModelBody | undefined;
}

const columns: readonly Column<Row>[] = [
  { head: "Upstream", cell: ({ upstream }) => upstream.name, canShrink: true },
  { head: "State", cell: toState, style: ({ upstream }) => toStyle(upstream) },
  { head: "Model", cell: ({ model }) => model?.id ?? "", canShrink: true },
  { head: "Unlisted", cell: ({ model }) => (model?.is_unlisted ? "yes" : "") },
  { head: "Last success", cell: ({ model }) => toMinute(model?.last_success_at ?? null) },
  { head: "Last error", cell: toLastError },
];

/** A table of upstreams and their models, and below it what is wrong. */
export function renderUpstreams(
  upstreams: readonly UpstreamBody[],
  width: number | undefined,
): string {
  if (upstreams.length === 0) return "There are no upstreams.\n";
  const rows = upstreams.flatMap((upstream): Row[] =>
    upstream.models.length === 0
      ? [{ upstream, model: undefined }]
      : upstream.models.map((model) => ({ upstream, model })),
  );
  const problems = upstreams.flatMap(({ name, problem }) =>
    problem === null ? [] : `${toPlainLine(`${name}: ${problem}`)}\n`,
  );
  return renderTable(columns, rows, { width }) + problems.join("");
}

function toState({ upstream: { state } }: Row): string {
  return state === null ? "not asked" : state.replaceAll("_", " ");
}

function toStyle({ state }: UpstreamBody): Style | undefined {
  if (state === null) return undefined;
  return state === "ready" ? "green" : "red";
}

function toLastError({ model }: Row): string {
  if (!model || model.last_error === null) return "";
  return [toMinute(model.last_error_at), model.last_error, model.last_error_status ?? ""]
    .join(" ")
    .trimEnd();
}
