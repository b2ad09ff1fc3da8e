import type { RequestSummary } from "../../wire.js";

type Asked = Pick<RequestSummary, "requestedModel" | "answeredBy">;

/** The model that was asked for, and the one that answers if it is another one; a dash for none. */
export function Models({ requestedModel, answeredBy }: Asked) {
  if (requestedModel === undefined) return <span class="quiet">–</span>;
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
