/** Thrown by a check that cannot judge this server or this model. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}
