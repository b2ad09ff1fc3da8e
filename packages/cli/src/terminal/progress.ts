/** A line on a terminal that says how far something is. */
export interface Progress {
  /** Replaces the line. */
  readonly show: (line: string) => void;
  /** Removes the line. */
  readonly clear: () => void;
}

/** Returns to the beginning of the line and erases it. */
const erase = "\r\u001b[2K";

/** A line that each step overwrites; nothing is written if the stream is not a terminal. */
export function createProgress(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (line) => void stream.write(erase + line),
    clear: () => void stream.write(erase),
  };
}
