import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { addChange } from "../../growth/add-change.js";
import type { RequestChange, RequestDetail, ShownFailure } from "../../wire.js";
import { plain } from "../parts/format.js";
import { Models } from "../parts/models.js";
import { State } from "../parts/state.js";
import { ApiError, ask } from "../state/api.js";
import { poll } from "../state/poll.js";
import { selected } from "../state/requests.js";
import { Attempts } from "./attempts.js";
import { Facts } from "./facts.js";
import { Receipt } from "./receipt.js";
import { Rows } from "./rows.js";
import { TimeLine } from "./time-line.js";
import { Wire } from "./wire-view.js";

/** Questions after the end of a request, until its rows must have been settled. */
const questionsAfterEnd = 20;

const faults: Readonly<Record<ShownFailure["fault"], string>> = {
  caller: "The caller has to change something.",
  upstream: "The upstream has failed.",
  configuration: "An upstream refuses how it is configured here.",
  store: "A store has failed.",
  service: "The service is full, or closes.",
  defect: "A defect of the service, or of a model or a port.",
};

/** Everything that is known of one request. It follows a request that still runs. */
export function RequestView({ id }: { readonly id: string }) {
  const detail = useSignal<RequestDetail | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    selected.value = id;
    let left = questionsAfterEnd;
    let known: RequestDetail | undefined;
    let query = "";
    return poll(async () => {
      try {
        const path = `/inspector/requests/${encodeURIComponent(id)}`;
        const change = await ask<RequestChange>(path + query);
        query = `?after=${change.next}`;
        const found = addChange(known, change);
        known = found;
        detail.value = found;
        problem.value = undefined;
        if (found.summary.state !== "running") left -= 1;
        const isSettled = found.rows.length >= found.attempts.length;
        const isOver = found.summary.state !== "running" && (isSettled || left <= 0);
        return isOver ? "enough" : undefined;
      } catch (error) {
        problem.value = error instanceof Error ? error.message : String(error);
        // The service may be back soon, and a request that runs is followed on.
        return error instanceof ApiError ? "enough" : undefined;
      }
    });
  }, [id, detail, problem]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") location.hash = "#/";
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <article class="one">
      <p class="back">
        <a href="#/">← All requests</a>
      </p>
      {problem.value && <p class="bad">{problem.value}</p>}
      {detail.value ? <Detail {...detail.value} /> : <h1 class="hidden">Request</h1>}
    </article>
  );
}

function Detail(detail: RequestDetail) {
  const { summary, failure } = detail;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <header class="title">
        <h1 ref={title} tabIndex={-1}>
          {summary.requestedModel === undefined ? (
            plain(summary.operation)
          ) : (
            <Models {...summary} />
          )}
        </h1>
        <State {...summary} />
        <code class="quiet">{summary.id}</code>
      </header>
      {failure && (
        <div class="notice" role="note">
          <b>{failure.kind.replaceAll("_", " ")}</b>
          <span class="quiet"> {faults[failure.fault]}</span>
          <pre>{failure.message}</pre>
        </div>
      )}
      <Facts {...detail} />
      <Attempts {...detail} />
      <TimeLine {...detail} />
      <Wire {...detail} />
      <Receipt losses={detail.losses} />
      <Rows rows={detail.rows} />
    </>
  );
}
