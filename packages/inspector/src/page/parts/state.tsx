import type { RequestSummary } from "../../wire.js";
import { plain } from "./format.js";

const words: Readonly<Record<RequestSummary["state"], string>> = {
  running: "running",
  answered: "answered",
  refused: "refused",
  failed: "failed",
  left: "caller left",
};

type Stated = Pick<RequestSummary, "state" | "status" | "failureKind">;

/** How a request stands: a mark of a form and colour of its own, and words. */
export function State({ state, status, failureKind }: Stated) {
  const detail = [status, failureKind && plain(failureKind)].filter(Boolean).join(" ");
  return (
    <span class={`state state-${state}`} title={detail}>
      <i aria-hidden="true" />
      {words[state]}
      {(state === "refused" || state === "failed") && status ? ` ${status}` : ""}
    </span>
  );
}
