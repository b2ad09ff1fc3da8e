/** Version 13: rows have the counts of what is not a token, such as seconds or images. */
export const unitsSql = (schema: string): string => `
ALTER TABLE ${schema}.attempts ADD COLUMN units jsonb;

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
    sources = _end.sources, units = _end.units, raw_usage = _end.raw_usage,
    cost_nano_dollars = _end.cost_nano_dollars, ended = _end.ended,
    error_kind = _end.error_kind, upstream_status = _end.upstream_status,
    settled_at = _end.settled_at, final_xid = pg_current_xact_id()
  WHERE attempt_id = _end.attempt_id AND state = 'open'
  RETURNING account_id, reserved_nano_dollars, windows
  INTO _end.account_id, _end.reserved_nano_dollars, _end.windows;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;

  UPDATE ${schema}.accounts SET
    reserved = reserved - _end.reserved_nano_dollars,
    spent = spent + _end.cost_nano_dollars
  WHERE id = _end.account_id;
  IF _end.windows IS NOT NULL THEN
    UPDATE ${schema}.budget_windows SET
      reserved = reserved - _end.reserved_nano_dollars,
      spent = spent + _end.cost_nano_dollars
    WHERE id = ANY (_end.windows);
  END IF;
  RETURN NULL;
END
$body$;
`;
