/**
 * Port: runs one SQL statement and resolves to its rows.
 *
 * Every call is one statement that is whole by itself, so that each may run on another connection;
 * nothing is kept between two calls. Values are texts and stand for `$1`, `$2` and so on. Rejects
 * if the statement failed or nobody knows whether it did; it may not be repeated by the driver. The
 * `code` of an error is the one of PostgreSQL, if it has come from there.
 */
export type Query = (
  text: string,
  values: readonly string[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;
