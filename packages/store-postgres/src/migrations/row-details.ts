/**
 * Version 5: rows have the name that the caller asked for and the user for whom they acted, say why an
 * attempt has failed, and may refuse an account that has no budget. Rows of before have none of these.
 */
export const rowDetailsSql = (schema: string): string => `
ALTER TABLE ${schema}.attempts
  ADD COLUMN requested_model text,
  ADD COLUMN error_kind text,
  ADD COLUMN upstream_status integer,
  ADD COLUMN requires_budget boolean,
  ADD COLUMN end_user text;
`;
