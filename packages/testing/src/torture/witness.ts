import type { Attempt, Model, ModelRequest } from "@diglot/core";

/** What a model said of its usage at the end of an attempt. */
export interface ReportedUsage {
  readonly input: number;
  readonly output: number;
}

/** What the models of a run have observed: the truth that the ledger is compared with. */
export interface Witness {
  /** The ids of the attempts that reached a model. */
  readonly reached: ReadonlySet<string>;
  /** The usage of attempts whose model said all that it had to say. */
  readonly reported: ReadonlyMap<string, ReportedUsage>;
  /** Wraps a leaf model, to learn the id of each of its attempts. */
  watch(model: Model): Model;
  /** An attempt of the request with this number has reached its model. */
  noteReached(number: number): void;
  noteReported(number: number, usage: ReportedUsage): void;
}

/** A witness of everything. Requests carry their number in their first message. */
export function createWitness(): Witness {
  const reached = new Set<string>();
  const reported = new Map<string, ReportedUsage>();
  /** The id of the attempt that each request is at. */
  const current = new Map<number, string>();

  return {
    reached,
    reported,
    watch: (model) => ({
      ...model,
      respond: (request) =>
        model.respond(
          withAttempt(request, async (announcement) => {
            const attempt = await request.attempt(announcement);
            current.set(numberOf(request.origin.body), attempt.id);
            return attempt;
          }),
        ),
    }),
    noteReached(number) {
      const attemptId = current.get(number);
      if (attemptId !== undefined) reached.add(attemptId);
    },
    noteReported(number, usage) {
      const attemptId = current.get(number);
      if (attemptId !== undefined) reported.set(attemptId, usage);
    },
  };
}

/** The same request; its conversation is still parsed on first use only. */
function withAttempt(
  request: ModelRequest,
  attempt: (...call: Parameters<ModelRequest["attempt"]>) => Promise<Attempt>,
): ModelRequest {
  const copy: ModelRequest = Object.create(null, Object.getOwnPropertyDescriptors(request));
  return Object.defineProperty(copy, "attempt", { value: attempt, enumerable: true });
}

/** The number of a request, from a body of any format. */
export function numberOf(body: unknown): number {
  const match = /request (\d+)\./.exec(JSON.stringify(body));
  return Number(match?.[1] ?? Number.NaN);
}
