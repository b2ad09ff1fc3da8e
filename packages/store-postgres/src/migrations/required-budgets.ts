/** Version 7: a reservation may refuse an account that has no budget. */
export const requiredBudgetsSql = (schema: string): string => `
ALTER TABLE ${schema}.attempts ADD COLUMN requires_budget boolean;

-- Whether the budget covered the reservation, or the id was there already. Whoever asks for reasons
-- gets one in place of false. A refusal leaves no account that was not there before.
CREATE OR REPLACE FUNCTION ${schema}.reserve(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _row ${schema}.attempts := jsonb_populate_record(NULL::${schema}.attempts, _input -> 'row');
  _account ${schema}.accounts;
  _refusal jsonb;
BEGIN
  IF _row.requires_budget THEN
    SELECT * INTO _account FROM ${schema}.accounts WHERE id = _row.account_id FOR UPDATE;
  ELSE
    _account := ${schema}.lock_account(_row.account_id);
  END IF;
  IF _row.requires_budget AND _account.budget IS NULL THEN
    _refusal := '"missing"';
  ELSIF _account.spent + _account.reserved + _row.reserved_nano_dollars > _account.budget THEN
    _refusal := '"exhausted"';
  END IF;
  IF _refusal IS NOT NULL
    AND NOT EXISTS (SELECT FROM ${schema}.attempts WHERE attempt_id = _row.attempt_id)
  THEN
    RETURN CASE WHEN _input ? 'reasons' THEN _refusal ELSE 'false' END;
  END IF;
  _row.lease_end := ${schema}.from_now(_input -> 'lease');
  PERFORM ${schema}.open_attempt(_row);
  RETURN 'true';
END
$body$;
`;
