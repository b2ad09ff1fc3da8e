import type { Attempt, Model, ModelRequest } from "@diglot/core";

/** What a model said of its usage at the end of an attempt. */
export interface ReportedUsage {
  readonly input: number;
  readonly output: number;
}

/** A process, and whether it has been lost. */
export interface ProcessState {
  readonly lost: boolean;
}

/** What the models of a run have observed: the truth that the ledger is compared with. */
export interface Witness {
  /** The attempts that reached a model, by id, and the processes that sent them. */
  readonly reached: ReadonlyMap<string, ProcessState>;
  /** The usage of attempts whose model said all that it had to say. */
  readonly reported: ReadonlyMap<string, ReportedUsage>;
  /** Wraps a leaf model of a process, to learn the id of each of its attempts. */
  watch(model: Model, process: ProcessState): Model;
  /** An attempt of the request with this number has reached its model. */
  noteReached(number: number): void;
  noteReported(number: number, usage: ReportedUsage): void;
}

/** The attempt that a request is at, and its process. */
interface Current {
  readonly attemptId: string;
  readonly process: ProcessState;
}

/** A witness of everything. Requests carry their number in their first message. */
export function createWitness(): Witness {
  const reached = new Map<string, ProcessState>();
  const reported = new Map<string, ReportedUsage>();
  const current = new Map<number, Current>();

  return {
    reached,
    reported,
    watch: (model, process) => ({
      ...model,
      respond: (request) =>
        model.respond(
          withAttempt(request, async (announcement) => {
            const attempt = await request.attempt(announcement);
            current.set(numberOf(request.origin.body), { attemptId: attempt.id, process });
            return attempt;
          }),
        ),
    }),
    noteReached(number) {
      const attempt = current.get(number);
      if (attempt) reached.set(attempt.attemptId, attempt.process);
    },
    noteReported(number, usage) {
      const attempt = current.get(number);
      if (attempt) reported.set(attempt.attemptId, usage);
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
