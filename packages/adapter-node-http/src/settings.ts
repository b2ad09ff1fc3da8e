/** Options of `toNodeHandler`. */
export interface NodeHandlerOptions {
  /**
   * Milliseconds that a client may accept nothing while an answer waits for it; then its connection
   * is destroyed and the model cancelled. A client that reads slowly but steadily is never cut, as
   * far as the kernel tells: it reports room in steps of up to about a MiB, so a client that reads
   * less than that within the limit may count as stalled. From 1 to 2_147_483_647.
   * @default 120_000
   */
  readonly writeStallTimeout?: number | undefined;
  /**
   * Called with defects that no caller sees: a service that rejects, a header that cannot be written,
   * a body that fails after its head. What it throws is swallowed.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Complete, checked options. */
export interface NodeHandlerSettings {
  readonly writeStallTimeout: number;
  readonly report: (error: unknown) => void;
}

const defaultWriteStallTimeout = 120_000;
const longestTimeout = 2_147_483_647;

/**
 * Completes and checks the options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(options: NodeHandlerOptions): NodeHandlerSettings {
  const { writeStallTimeout = defaultWriteStallTimeout, onError } = options;
  return {
    writeStallTimeout: checkMilliseconds("writeStallTimeout", writeStallTimeout),
    report: toSafeReport(onError),
  };
}

/**
 * The number itself, if a timer can wait that long.
 * @throws TypeError that names the option
 */
export function checkMilliseconds(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= longestTimeout) return value;
  throw new TypeError(
    `${name} must be whole milliseconds from 1 to ${longestTimeout}, not ${value}.`,
  );
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
