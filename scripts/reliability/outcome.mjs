// What a program that measures a promise prints.

/**
 * Prints the outcome: with `json` as one line that `npm run reliability` reads, else for people. The
 * process fails if the promise is not held. `figures` are the numbers that are published, `details`
 * all others.
 */
export function printOutcome({ promise, figures, details = {}, held }, { json = false } = {}) {
  const text = json
    ? JSON.stringify({ promise, figures, held })
    : JSON.stringify({ ...figures, ...details }, null, 1);
  console.log(text);
  if (!held) process.exitCode = 1;
}

/** Prints how far a program has come, apart from its outcome. */
export function printProgress(text) {
  process.stderr.write(`${text}\n`);
}
