/**
 * The quoted name of a schema.
 * @throws TypeError unless it is 1 to 63 lower-case letters, digits and underscores that begin with
 * no digit and not with `pg_`, which PostgreSQL keeps for itself
 */
export function quoteSchema(schema: string): string {
  if (!/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new TypeError(
      "schema must be 1 to 63 lower-case letters, digits and underscores, without a digit or pg_ at its beginning.",
    );
  }
  return `"${schema}"`;
}
