import { type Check, checks, type MemberChecks, type Service } from "@diglot/core";

/** Options of `toNodeHandler`. */
export interface NodeHandlerOptions {
  /**
   * Milliseconds for which a client may accept nothing while an answer waits for it. After that its connection is
   * destroyed and the model is cancelled. A client that reads slowly but steadily is not cut. The kernel reports
   * room in steps of up to about a MiB, so a client that reads less than that within the limit may count as
   * stalled. From 1 to 2,147,483,647. @default 120_000
   */
  readonly writeStallTimeout?: number | undefined;
  /**
   * Called with defects that no caller sees: a service that rejects, a header that cannot be written, a body that
   * fails after its head. Errors that it throws are swallowed.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Complete, checked options. */
export interface NodeHandlerSettings {
  readonly writeStallTimeout: number;
  readonly report: (error: unknown) => void;
}

const { callback, port, whole } = checks;

/** Milliseconds that a timer of Node can wait. */
export const milliseconds: Check = whole(1, 2_147_483_647);

/** The checks of the options of a handler. */
export const handlerChecks: MemberChecks<NodeHandlerOptions> = {
  writeStallTimeout: milliseconds,
  onError: callback,
};

/** Something that answers exchanges. */
export const validService: Check = port<Pick<Service, "handle">>(
  "a service, such as createService() returns",
  "handle",
);

/** Completes options that have been checked. */
export function toSettings({
  writeStallTimeout,
  onError,
}: NodeHandlerOptions): NodeHandlerSettings {
  return { writeStallTimeout: writeStallTimeout ?? 120_000, report: toSafeReport(onError) };
}

function toSafeReport(onError: NodeHandlerOptions["onError"]): (error: unknown) => void {
  return (error) => {
    try {
      onError?.(error);
    } catch {
      // A reporter that fails must not change what the caller gets.
    }
  };
}
