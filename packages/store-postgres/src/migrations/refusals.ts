/** Version 9: the refusal of a reservation says what is available. */
export const refusalsSql = (schema: string): string => `
-- Whether all budgets covered the reservation, or the id was there already. A call that asks for reasons
-- gets one in place of false: "missing", what is available of the credits, or the budget that does not
-- cover it with what is available of it. Instances of before take "exhausted" for the credits. A refusal
-- leaves no account that was not there before.
CREATE OR REPLACE FUNCTION ${schema}.reserve(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _row ${schema}.attempts := jsonb_populate_record(NULL::${schema}.attempts, _input -> 'row');
  _account ${schema}.accounts;
  _found record;
  _is_known boolean;
  _refusal jsonb;
BEGIN
  IF _row.requires_budget THEN
    SELECT * INTO _account FROM ${schema}.accounts WHERE id = _row.account_id FOR UPDATE;
  ELSE
    _account := ${schema}.lock_account(_row.account_id);
  END IF;
  _is_known := _account.budget IS NOT NULL;
  IF _account.spent + _account.reserved + _row.reserved_nano_dollars > _account.budget THEN
    _refusal := CASE WHEN _input ->> 'reasons' = 'amounts' THEN jsonb_build_object(
      'available', _account.budget - _account.spent - _account.reserved
    ) ELSE '"exhausted"' END;
  END IF;
  IF _account.has_budgets THEN
    FOR _found IN SELECT (budget).*, used FROM ${schema}.windows_of(_row) LOOP
      _is_known := _is_known OR _found.key_id = '';
      _row.windows := _row.windows || (_found.used).id;
      IF _refusal IS NULL
        AND (_found.used).spent + (_found.used).reserved + _row.reserved_nano_dollars
          > _found.nano_dollars
      THEN
        _refusal := jsonb_build_object(
          'key_id', _found.key_id, 'period', _found.period, 'time_zone', _found.time_zone,
          'now', ${schema}.milliseconds(),
          'available', _found.nano_dollars - (_found.used).spent - (_found.used).reserved
        );
      END IF;
    END LOOP;
  END IF;
  IF _row.requires_budget AND NOT _is_known THEN
    _refusal := '"missing"';
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
