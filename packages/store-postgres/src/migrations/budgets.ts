/**
 * Version 7: budgets that renew, and those of keys. What was used of a budget is counted in its
 * windows, one for each period; all of them are changed under the lock of their account. Ids are never
 * used again, so that what runs when a budget is removed cannot give anything back to the one that
 * comes after it.
 */
export const budgetsSql = (schema: string): string => `
CREATE TABLE ${schema}.budgets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  -- Empty: for all keys of the account.
  key_id text COLLATE "C" NOT NULL,
  period text NOT NULL,
  nano_dollars bigint NOT NULL,
  time_zone text NOT NULL,
  UNIQUE (account_id, key_id, period)
);

CREATE TABLE ${schema}.budget_windows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  budget_id bigint NOT NULL,
  -- In the time zone of the budget; empty for one that never renews.
  first_day text NOT NULL,
  spent bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  UNIQUE (budget_id, first_day)
);

-- Whether the account or one of its keys has budgets, so that others need not look for them.
ALTER TABLE ${schema}.accounts ADD COLUMN has_budgets boolean NOT NULL DEFAULT false;
-- The ids of the windows that an attempt was reserved in; null: none.
ALTER TABLE ${schema}.attempts ADD COLUMN windows bigint[];

-- The first day of the current window of a budget.
CREATE FUNCTION ${schema}.window_now(_period text, _time_zone text) RETURNS text LANGUAGE sql VOLATILE AS $body$
  SELECT CASE _period WHEN 'total' THEN '' ELSE to_char(
    date_trunc(_period, to_timestamp(${schema}.milliseconds() / 1000.0) AT TIME ZONE _time_zone),
    'YYYY-MM-DD'
  ) END;
$body$;

-- The budgets that a row falls under, each with its current window, which is made if it is not there.
-- Those that renew last come first. The account must be locked.
CREATE FUNCTION ${schema}.windows_of(_row ${schema}.attempts) RETURNS TABLE (
  budget ${schema}.budgets, used ${schema}.budget_windows
) LANGUAGE plpgsql AS $body$
BEGIN
  FOR budget IN
    SELECT * FROM ${schema}.budgets AS found
    WHERE found.account_id = _row.account_id AND found.key_id IN ('', _row.key_id)
    ORDER BY array_position(ARRAY['total', 'month', 'week', 'day'], found.period), found.key_id
  LOOP
    INSERT INTO ${schema}.budget_windows AS w (budget_id, first_day)
    VALUES (budget.id, ${schema}.window_now(budget.period, budget.time_zone))
    ON CONFLICT ON CONSTRAINT budget_windows_budget_id_first_day_key
      DO UPDATE SET reserved = w.reserved
    RETURNING * INTO used;
    RETURN NEXT;
  END LOOP;
END
$body$;

-- Writes an open row and takes its reservation, unless the id is there already.
CREATE OR REPLACE FUNCTION ${schema}.open_attempt(_row ${schema}.attempts) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO ${schema}.attempts VALUES (_row.*) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE ${schema}.accounts SET reserved = reserved + _row.reserved_nano_dollars
  WHERE id = _row.account_id;
  IF _row.windows IS NOT NULL THEN
    UPDATE ${schema}.budget_windows SET reserved = reserved + _row.reserved_nano_dollars
    WHERE id = ANY (_row.windows);
  END IF;
END
$body$;

-- Whether all budgets covered the reservation, or the id was there already. Whoever asks for reasons
-- gets one in place of false: "missing", "exhausted" for the credits, or the budget that does not
-- cover it. A refusal leaves no account that was not there before.
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
    _refusal := '"exhausted"';
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
          'now', ${schema}.milliseconds()
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

-- Records a final row: an absent one is opened whatever the budgets say, and an open one is ended.
CREATE OR REPLACE FUNCTION ${schema}.record(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _row ${schema}.attempts := jsonb_populate_record(NULL::${schema}.attempts, _input);
  _account ${schema}.accounts := ${schema}.lock_account(_row.account_id);
BEGIN
  IF _account.has_budgets THEN
    SELECT array_agg((used).id) INTO _row.windows FROM ${schema}.windows_of(_row);
  END IF;
  _row.state := 'open';
  PERFORM ${schema}.open_attempt(_row);
  PERFORM ${schema}.finish(_input);
  RETURN NULL;
END
$body$;

CREATE FUNCTION ${schema}.list_budgets(_account_id jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(found) || jsonb_build_object(
    'first_day', today, 'spent', coalesce(used.spent, 0), 'reserved', coalesce(used.reserved, 0)
  )
  FROM ${schema}.budgets AS found
  CROSS JOIN ${schema}.window_now(found.period, found.time_zone) AS today
  LEFT JOIN ${schema}.budget_windows AS used
    ON used.budget_id = found.id AND used.first_day = today
  WHERE found.account_id = _account_id #>> '{}';
$body$;

-- Not those that only had a budget, or were only refused.
CREATE FUNCTION ${schema}.list_accounts(_input jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(id) FROM ${schema}.accounts AS account
  WHERE id > _input ->> 'after' AND (
    budget IS NOT NULL OR spent > 0 OR has_budgets
    OR EXISTS (SELECT FROM ${schema}.attempts WHERE account_id = account.id)
  )
  ORDER BY id
  LIMIT (_input ->> 'limit')::bigint;
$body$;

-- False if the database does not know the time zone.
CREATE FUNCTION ${schema}.set_budget(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _budget ${schema}.budgets := jsonb_populate_record(NULL::${schema}.budgets, _input);
BEGIN
  BEGIN
    PERFORM now() AT TIME ZONE _budget.time_zone;
  EXCEPTION WHEN invalid_parameter_value THEN
    RETURN 'false';
  END;
  PERFORM ${schema}.lock_account(_budget.account_id);
  UPDATE ${schema}.accounts SET has_budgets = true WHERE id = _budget.account_id;
  INSERT INTO ${schema}.budgets (account_id, key_id, period, nano_dollars, time_zone)
  VALUES (
    _budget.account_id, _budget.key_id, _budget.period, _budget.nano_dollars, _budget.time_zone
  )
  ON CONFLICT (account_id, key_id, period) DO UPDATE SET
    nano_dollars = excluded.nano_dollars, time_zone = excluded.time_zone;
  RETURN 'true';
END
$body$;

-- Whether there was one.
CREATE FUNCTION ${schema}.remove_budget(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _budget ${schema}.budgets := jsonb_populate_record(NULL::${schema}.budgets, _input);
BEGIN
  PERFORM FROM ${schema}.accounts WHERE id = _budget.account_id FOR UPDATE;
  DELETE FROM ${schema}.budgets AS found
  WHERE found.account_id = _budget.account_id AND found.key_id = _budget.key_id
    AND found.period = _budget.period
  RETURNING found.id INTO _budget.id;
  IF NOT FOUND THEN
    RETURN 'false';
  END IF;
  DELETE FROM ${schema}.budget_windows WHERE budget_id = _budget.id;
  UPDATE ${schema}.accounts SET has_budgets = EXISTS (
    SELECT FROM ${schema}.budgets AS left_over WHERE left_over.account_id = _budget.account_id
  )
  WHERE id = _budget.account_id;
  RETURN 'true';
END
$body$;
`;
