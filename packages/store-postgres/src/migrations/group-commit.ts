/**
 * Version 8: many reservations and ends of rows in one call. All accounts are locked first, in the
 * order of their ids, and stay locked until the end; so no two calls ever wait for each other.
 */
export const groupCommitSql = (schema: string): string => `
-- Locks the accounts of the calls, and returns their ids. Those that a reservation needs are made.
CREATE FUNCTION ${schema}.lock_accounts(_calls jsonb) RETURNS text[] LANGUAGE plpgsql AS $body$
DECLARE
  _ids text[];
  _locked text[];
BEGIN
  INSERT INTO ${schema}.accounts (id)
  SELECT DISTINCT call #>> '{reserve,row,account_id}' COLLATE "C" AS id
  FROM jsonb_array_elements(_calls) AS call
  WHERE call ? 'reserve' AND call #> '{reserve,row,requires_budget}' IS DISTINCT FROM 'true'
    AND NOT EXISTS (
      SELECT FROM ${schema}.accounts WHERE accounts.id = call #>> '{reserve,row,account_id}'
    )
  ORDER BY id
  ON CONFLICT DO NOTHING;

  SELECT array_agg(coalesce(
    call #>> '{reserve,row,account_id}',
    (SELECT account_id FROM ${schema}.attempts WHERE attempt_id = call #>> '{finish,attempt_id}')
  )) INTO _ids FROM jsonb_array_elements(_calls) AS call;

  SELECT array_agg(id) INTO _locked FROM (
    SELECT id FROM ${schema}.accounts WHERE id = ANY (_ids) ORDER BY id FOR UPDATE
  ) AS found;
  RETURN coalesce(_locked, '{}');
END
$body$;

-- The answer to each call. Accounts that came into being after the others were locked are not locked
-- any more: there was nothing of them when this call began.
CREATE FUNCTION ${schema}.write(_calls jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _locked text[] := ${schema}.lock_accounts(_calls);
  _answers jsonb[] := '{}';
  _call jsonb;
  _answer jsonb;
BEGIN
  FOR _call IN SELECT value FROM jsonb_array_elements(_calls) LOOP
    _answer := 'null';
    IF _call ? 'reserve' THEN
      _answer := '"missing"';
      IF _call #>> '{reserve,row,account_id}' = ANY (_locked) THEN
        _answer := ${schema}.reserve(_call -> 'reserve');
      END IF;
    ELSIF EXISTS (
      SELECT FROM ${schema}.attempts
      WHERE attempt_id = _call #>> '{finish,attempt_id}' AND account_id = ANY (_locked)
    ) THEN
      PERFORM ${schema}.finish(_call -> 'finish');
    END IF;
    _answers := _answers || _answer;
  END LOOP;
  RETURN to_jsonb(_answers);
END
$body$;
`;
