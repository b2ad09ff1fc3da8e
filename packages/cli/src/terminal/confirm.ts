import { createInterface } from "node:readline/promises";
import { toPlainLine } from "@diglot/core/redaction";
import { Failure } from "./failure.js";

/** Where a question is asked and answered. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

const standard: Terminal = { input: process.stdin, output: process.stderr };

/**
 * Asks a question that is answered with yes or no; anything but `y` and `yes`, and the end of the
 * input, means no.
 * @throws Failure if nobody can answer, because the input is not a terminal
 */
export async function confirm(
  question: string,
  { input, output }: Terminal = standard,
): Promise<boolean> {
  if (input.isTTY !== true) {
    throw new Failure("This has to be confirmed, and standard input is not a terminal.", {
      hint: "Add --yes to confirm it.",
    });
  }
  const lines = createInterface({ input, output });
  try {
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${toPlainLine(question)} [y/N] `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
