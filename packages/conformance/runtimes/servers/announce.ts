/** Prints the port on the first line of the output, for the process that started this server. */
export function announce(port: number, write: (line: string) => unknown): void {
  write(`${JSON.stringify({ port })}\n`);
}

/** Writes down what nobody caught, and lets the server live, so that the suite can see it. */
export function recordUncaught(uncaught: string[]): void {
  process.on("uncaughtException", (error) => uncaught.push(String(error)));
  process.on("unhandledRejection", (error) => uncaught.push(String(error)));
}
