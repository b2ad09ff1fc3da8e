/** What `verify` throws: a test did not go as its script says. */
export class FakeError extends Error {
  override readonly name = "FakeError";

  /** @param problems what went wrong, each for people to read */
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n\n"));
  }
}
