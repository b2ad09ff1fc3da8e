/**
 * Version 5: rows have the name that the caller asked for, and say why an attempt has failed. Rows of
 * before have none of these.
 */
export const failuresSql = (schema: string): string => `
ALTER TABLE ${schema}.attempts
  ADD COLUMN requested_model text,
  ADD COLUMN error_kind text,
  ADD COLUMN upstream_status integer;

-- Ends a row if it is open.
CREATE OR REPLACE FUNCTION ${schema}.finish(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _end ${schema}.attempts := jsonb_populate_record(NULL::${schema}.attempts, _input);
BEGIN
  PERFORM FROM ${schema}.accounts
  WHERE id = (SELECT account_id FROM ${schema}.attempts WHERE attempt_id = _end.attempt_id)
  FOR UPDATE;

  UPDATE ${schema}.attempts SET
    state = _end.state, observed = NULL, lease_end = NULL,
    input = _end.input, cache_read = _end.cache_read, cache_write = _end.cache_write,
    cache_write_long = _end.cache_write_long, output = _end.output, reasoning = _end.reasoning,
    sources = _end.sources, raw_usage = _end.raw_usage,
    cost_nano_dollars = _end.cost_nano_dollars, ended = _end.ended,
    error_kind = _end.error_kind, upstream_status = _end.upstream_status,
    settled_at = _end.settled_at, final_xid = pg_current_xact_id()
  WHERE attempt_id = _end.attempt_id AND state = 'open'
  RETURNING account_id, reserved_nano_dollars INTO _end.account_id, _end.reserved_nano_dollars;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;

  UPDATE ${schema}.accounts SET
    reserved = reserved - _end.reserved_nano_dollars,
    spent = spent + _end.cost_nano_dollars
  WHERE id = _end.account_id;
  RETURN NULL;
END
$body$;
`;
