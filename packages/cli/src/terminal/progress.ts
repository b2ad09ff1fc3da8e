import { toPlainLine } from "@diglot/core/redaction";
import { overwriteLine } from "./write.js";

/** A line on a terminal that says how far something is. */
export interface Progress {
  /** Replaces the line. */
  readonly show: (line: string) => void;
  /** Removes the line. */
  readonly clear: () => void;
}

/** Shows nothing. */
export const noProgress: Progress = { show: () => undefined, clear: () => undefined };

/** A line that each step overwrites; nothing is written if the stream is not a terminal. */
export function createProgress(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): Progress {
  if (!stream.isTTY) return noProgress;
  return {
    show: (line) => overwriteLine(stream, toPlainLine(line)),
    clear: () => overwriteLine(stream, ""),
  };
}

/** Shows a line while work goes on; an empty one is not shown. */
export async function showWhile<Result>(
  { show, clear }: Progress,
  line: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (line === "") return work();
  show(line);
  try {
    return await work();
  } finally {
    clear();
  }
}
