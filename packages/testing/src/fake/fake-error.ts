/** What `verify` throws: a test did not go as its script says. */
export class FakeError extends Error {
  override readonly name = "FakeError";
}
