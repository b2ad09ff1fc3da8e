import type { RequestSummary } from "../../wire.js";

type Asked = Pick<RequestSummary, "requestedModel" | "answeredBy" | "operation">;

/** The model that was asked for, and the one that answers if it is another one. */
export function Models({ requestedModel, answeredBy, operation }: Asked) {
  if (requestedModel === undefined)
    return <span class="quiet">{operation.replaceAll("_", " ")}</span>;
  if (answeredBy === undefined || answeredBy === requestedModel) return <>{requestedModel}</>;
  return (
    <>
      <span class="asked">{requestedModel}</span>{" "}
      <span class="arrow" role="img" aria-label="answered by">
        →
      </span>{" "}
      <b>{answeredBy}</b>
    </>
  );
}
