import type { RequestSummary } from "../../wire.js";

type Field = (request: RequestSummary) => readonly (string | undefined)[];

const fields: Readonly<Record<string, Field>> = {
  state: ({ state, failureKind, status }) => [state, failureKind, status?.toString()],
  format: ({ format }) => [format],
  model: ({ requestedModel, answeredBy }) => [requestedModel, answeredBy],
  upstream: ({ upstream }) => [upstream],
  key: callerOf,
  caller: callerOf,
  account: ({ accountId }) => [accountId],
  user: ({ endUser }) => [endUser],
  session: ({ sessionId }) => [sessionId],
  is: ({ attempts, stream, losses }) => [
    attempts > 1 ? "retried" : undefined,
    stream ? "stream" : undefined,
    losses > 0 ? "lossy" : undefined,
  ],
};

function callerOf({ keyId }: RequestSummary) {
  return [keyId];
}

const everything: Field = (request) => [
  request.id,
  request.operation,
  ...Object.values(fields).flatMap((field) => field(request)),
];

/**
 * Whether a request has all of the words, in lower case. A word may name its field: `state:failed`,
 * `model:small`, `is:retried`.
 */
export function matches(request: RequestSummary, words: string): boolean {
  return words.split(/\s+/).every((word) => {
    const [name = "", ...rest] = word.split(":");
    const field = Object.hasOwn(fields, name) && rest.length > 0 ? fields[name] : undefined;
    const text = field ? rest.join(":") : word;
    const values = (field ?? everything)(request);
    return values.some((value) => value?.toLowerCase().includes(text));
  });
}
