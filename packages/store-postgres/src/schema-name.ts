/**
 * 1 to 63 lower-case letters, digits and underscores that begin with no digit and not with `pg_`,
 * which PostgreSQL keeps for itself.
 */
export const schemaName = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;

/** The quoted name of a schema. */
export function quoteSchema(schema: string): string {
  return `"${schema}"`;
}
