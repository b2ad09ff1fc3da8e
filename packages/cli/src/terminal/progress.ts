/** A line on a terminal that says how far something is. */
export interface Progress {
  /** Replaces the line. */
  readonly show: (line: string) => void;
  /** Removes the line. */
  readonly clear: () => void;
}

/** Returns to the beginning of the line and erases it. */
const erase = "\r\u001b[2K";

/** Shows nothing. */
export const noProgress: Progress = { show: () => undefined, clear: () => undefined };

/** A line that each step overwrites; nothing is written if the stream is not a terminal. */
export function createProgress(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): Progress {
  if (!stream.isTTY) return noProgress;
  return {
    show: (line) => void stream.write(erase + line),
    clear: () => void stream.write(erase),
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
