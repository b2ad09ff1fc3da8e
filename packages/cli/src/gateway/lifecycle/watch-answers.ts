import type { Service } from "@diglot/core";

/** A service, and whether it has answered whatever it was asked. */
export interface WatchedService {
  readonly service: Service;
  /** Resolves when each request has an answer or the head of a stream, or after so many milliseconds. */
  untilAnswered(timeout: number): Promise<void>;
}

/**
 * Counts the requests that have no answer yet. A service that closes refuses those whose body it still
 * reads; one that is replaced may wait for them first.
 */
export function watchAnswers(service: Service): WatchedService {
  let unanswered = 0;
  let onAnswered: (() => void) | undefined;
  const count = <Result>(answer: Promise<Result>): Promise<Result> => {
    unanswered += 1;
    const done = () => {
      unanswered -= 1;
      if (unanswered === 0) onAnswered?.();
    };
    answer.then(done, done);
    return answer;
  };
  return {
    service: Object.freeze<Service>({
      ...service,
      fetch: (...request) => count(service.fetch(...request)),
      request: (...request) => count(service.request(...request)),
      handle: (exchange) => count(service.handle(exchange)),
    }),
    async untilAnswered(timeout) {
      if (unanswered === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeout);
        onAnswered = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
