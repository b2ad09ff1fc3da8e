/** Version 9: rows say for whom the caller acted. Rows of before do not. */
export const endUsersSql = (schema: string): string => `
ALTER TABLE ${schema}.attempts ADD COLUMN end_user text;
`;
