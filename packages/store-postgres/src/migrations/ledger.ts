/**
 * Version 1: accounts, attempts and the functions that write them.
 *
 * Locks are taken in one order everywhere, accounts before attempts and each by id, so that no two
 * calls ever wait for each other. Budgets are checked under the lock of the account.
 */
export const ledgerSql = (schema: string): string => `
CREATE TABLE ${schema}.accounts (
  id text COLLATE "C" PRIMARY KEY,
  -- All credits together, no more than a JavaScript number counts exactly; null: no limit.
  budget bigint CHECK (abs(budget) < 9007199254740992),
  spent bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0
);

CREATE TABLE ${schema}.attempts (
  attempt_id text COLLATE "C" PRIMARY KEY,
  request_id text NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  format text NOT NULL,
  idempotency_key text,
  -- Times are milliseconds since 1970, as the service reported them.
  opened_at bigint NOT NULL,
  reserved_nano_dollars bigint NOT NULL,
  reserved_input bigint NOT NULL,
  reserved_output bigint NOT NULL,
  prices jsonb,
  on_caller_gone text NOT NULL,
  state text NOT NULL,
  observed jsonb,
  lease_end timestamptz,
  input bigint,
  cache_read bigint,
  cache_write bigint,
  cache_write_long bigint,
  output bigint,
  reasoning bigint,
  sources jsonb,
  raw_usage jsonb,
  cost_nano_dollars bigint,
  ended text,
  settled_at bigint,
  -- The transaction in which the row became final.
  final_xid xid8,
  CHECK ((state = 'open') = (final_xid IS NULL))
);
CREATE INDEX attempts_open ON ${schema}.attempts (attempt_id) WHERE state = 'open';
CREATE INDEX attempts_final ON ${schema}.attempts (final_xid, attempt_id) WHERE final_xid IS NOT NULL;
CREATE INDEX attempts_of_account ON ${schema}.attempts (account_id, opened_at);
CREATE INDEX attempts_by_time ON ${schema}.attempts USING brin (opened_at);

CREATE FUNCTION ${schema}.milliseconds() RETURNS bigint LANGUAGE sql VOLATILE AS $body$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;
$body$;

CREATE FUNCTION ${schema}.from_now(_milliseconds jsonb) RETURNS timestamptz LANGUAGE sql VOLATILE AS $body$
  SELECT clock_timestamp() + make_interval(secs => _milliseconds::double precision / 1000);
$body$;

CREATE FUNCTION ${schema}.lock_account(_id text) RETURNS ${schema}.accounts LANGUAGE plpgsql AS $body$
DECLARE
  _account ${schema}.accounts;
BEGIN
  SELECT * INTO _account FROM ${schema}.accounts WHERE id = _id FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ${schema}.accounts (id) VALUES (_id) ON CONFLICT DO NOTHING;
    SELECT * INTO _account FROM ${schema}.accounts WHERE id = _id FOR UPDATE;
  END IF;
  RETURN _account;
END
$body$;

-- Writes an open row and takes its reservation, unless the id is there already.
CREATE FUNCTION ${schema}.open_attempt(_row ${schema}.attempts) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO ${schema}.attempts VALUES (_row.*) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE ${schema}.accounts SET reserved = reserved + _row.reserved_nano_dollars
    WHERE id = _row.account_id;
  END IF;
END
$body$;

-- Whether the budget covered the reservation, or the id was there already.
CREATE FUNCTION ${schema}.reserve(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _row ${schema}.attempts := jsonb_populate_record(NULL::${schema}.attempts, _input -> 'row');
  _account ${schema}.accounts := ${schema}.lock_account(_row.account_id);
BEGIN
  IF _account.spent + _account.reserved + _row.reserved_nano_dollars > _account.budget
    AND NOT EXISTS (SELECT FROM ${schema}.attempts WHERE attempt_id = _row.attempt_id)
  THEN
    RETURN 'false';
  END IF;
  _row.lease_end := ${schema}.from_now(_input -> 'lease');
  PERFORM ${schema}.open_attempt(_row);
  RETURN 'true';
END
$body$;

-- Ends a row if it is open.
CREATE FUNCTION ${schema}.finish(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
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

-- Row by row in the order of their ids, as all locks are taken.
CREATE FUNCTION ${schema}.heartbeat(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _lease_end timestamptz := ${schema}.from_now(_input -> 'lease');
  _heartbeat jsonb;
BEGIN
  FOR _heartbeat IN
    SELECT value FROM jsonb_array_elements(_input -> 'heartbeats')
    ORDER BY (value ->> 'attempt_id') COLLATE "C"
  LOOP
    UPDATE ${schema}.attempts SET
      observed = _heartbeat -> 'observed', lease_end = _lease_end
    WHERE attempt_id = _heartbeat ->> 'attempt_id' AND state = 'open';
  END LOOP;
  RETURN NULL;
END
$body$;

-- Open rows whose lease has passed, each with the time of this clock.
CREATE FUNCTION ${schema}.expired(_input jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(row) || jsonb_build_object('now', ${schema}.milliseconds())
  FROM ${schema}.attempts AS row
  WHERE state = 'open' AND lease_end < clock_timestamp()
  ORDER BY attempt_id
  LIMIT (_input ->> 'limit')::bigint;
$body$;

-- Ends rows whose lease is still the one that had passed, and returns their ids.
CREATE FUNCTION ${schema}.recover(_rows jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _row jsonb;
BEGIN
  PERFORM FROM ${schema}.accounts
  WHERE id IN (
    SELECT account_id FROM jsonb_populate_recordset(NULL::${schema}.attempts, _rows)
  )
  ORDER BY id FOR UPDATE;

  FOR _row IN
    SELECT value FROM jsonb_array_elements(_rows) ORDER BY (value ->> 'attempt_id') COLLATE "C"
  LOOP
    PERFORM FROM ${schema}.attempts
    WHERE attempt_id = _row ->> 'attempt_id' AND state = 'open'
      AND lease_end = (_row ->> 'lease_end')::timestamptz
    FOR UPDATE;
    IF FOUND THEN
      PERFORM ${schema}.finish(_row);
      RETURN NEXT _row -> 'attempt_id';
    END IF;
  END LOOP;
END
$body$;

-- Records a final row: an absent one is opened whatever the budget says, and an open one is ended.
CREATE FUNCTION ${schema}.record(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _row ${schema}.attempts := jsonb_populate_record(NULL::${schema}.attempts, _input);
BEGIN
  PERFORM ${schema}.lock_account(_row.account_id);
  _row.state := 'open';
  PERFORM ${schema}.open_attempt(_row);
  PERFORM ${schema}.finish(_input);
  RETURN NULL;
END
$body$;
`;
