/** What a check throws that cannot say anything about this server or this model. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}
