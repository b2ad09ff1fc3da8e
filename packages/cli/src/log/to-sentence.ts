import type { UsageCounts } from "@diglot/core";
import { toPlainLine } from "@diglot/core/redaction";
import { formatCost, formatTime, formatTokens } from "../terminal/usage.js";
import type { Line } from "./to-line.js";

/** The facts that a sentence has room for. */
interface Facts {
  readonly status?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly operation?: string | undefined;
  readonly requestedModel?: string | undefined;
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
  readonly milliseconds?: number | undefined;
  readonly answeredBy?: string | undefined;
  readonly usage?: UsageCounts | undefined;
  readonly costNanoDollars?: number | undefined;
  readonly losses?: number | undefined;
  readonly keyId?: string | undefined;
  readonly upstream?: string | undefined;
  readonly kind?: string | undefined;
  readonly message?: string | undefined;
  readonly step?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly inspector?: string | undefined;
  readonly err?: unknown;
}

/** Messages that are longer for people than for programs. */
const messagesForPeople: Readonly<Record<string, string>> = {
  stopping: "stopping once the running requests have ended; press Ctrl-C again to stop now",
};

/** The most characters of one part: a caller chooses how long the name of a model is. */
const longestPart = 1_000;

/**
 * A line as a person reads it: `200 main → backup  1.2 s  120 in, 340 out  $0.0123  key-1`. Callers and
 * upstreams have written parts of it, so no part has more than one line.
 */
export function toSentence({ message, facts: given }: Line): string {
  const facts: Facts = given;
  const parts =
    message === "request"
      ? ofRequest(facts)
      : [
          messagesForPeople[message] ?? message,
          facts.baseUrl,
          nameInspector(facts),
          ...ofFailure(facts),
        ];
  return parts
    .map((part = "") => toPlainLine(part, longestPart))
    .filter((part) => part !== "")
    .join("  ");
}

function nameInspector({ inspector }: Facts): string | undefined {
  return inspector && `inspector at ${inspector}`;
}

function ofRequest(facts: Facts): readonly (string | undefined)[] {
  const { status, endpoint, operation, usage, milliseconds, losses = 0, keyId } = facts;
  return [
    `${status ?? "-"} ${toModels(facts) ?? endpoint ?? operation ?? ""}`,
    milliseconds === undefined ? undefined : formatTime(milliseconds),
    usage && usage.input + usage.output > 0 ? formatTokens(usage) : undefined,
    formatCost(facts.costNanoDollars),
    losses > 0 ? `${losses} lost in translation` : undefined,
    keyId,
    ...ofFailure(facts),
  ];
}

/** The model that was asked for, and the one that answered if it is another. */
function toModels({ requestedModel, model, answeredBy }: Facts): string | undefined {
  const asked = requestedModel ?? model;
  return answeredBy === undefined || answeredBy === asked ? asked : `${asked} → ${answeredBy}`;
}

function ofFailure(facts: Facts): readonly (string | undefined)[] {
  const { kind, message, step, upstream, err } = facts;
  const reason = message ?? (err instanceof Error ? err.message : undefined);
  return [
    facts.kind && upstream ? `${facts.model ?? ""} at ${upstream}` : undefined,
    step,
    kind,
    reason,
  ];
}
