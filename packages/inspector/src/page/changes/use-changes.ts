import { useSignal } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";

/** What is being changed in a list, and what became of it. */
export interface Changes<Work> {
  /** What is asked for or to be confirmed at present. */
  readonly work: Work | undefined;
  /** Why the last question or change has failed. */
  readonly problem: string | undefined;
  begin(work: Work): void;
  cancel(): void;
  /** Makes a change and reads the list again; the work stays open if the change fails. */
  run(change: () => Promise<unknown>): Promise<void>;
}

/**
 * Reads a list at once, and after each change to it.
 * @param onDone is told what the service answered to a change
 */
export function useChanges<Work>(
  load: () => Promise<void>,
  onDone: (answer: unknown) => void = () => undefined,
): Changes<Work> {
  const work = useSignal<Work | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const tell = useCallback(
    (error: unknown) => {
      problem.value = error instanceof Error ? error.message : String(error);
    },
    [problem],
  );
  useEffect(() => {
    load().catch(tell);
  }, [load, tell]);
  const begin = (next: Work | undefined) => {
    work.value = next;
    problem.value = undefined;
  };
  const run = async (change: () => Promise<unknown>) => {
    try {
      onDone(await change());
      begin(undefined);
      await load();
    } catch (error) {
      tell(error);
    }
  };
  return {
    work: work.value,
    problem: problem.value,
    begin,
    cancel: () => begin(undefined),
    run,
  };
}
