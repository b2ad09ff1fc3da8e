/** Version 2: credits and cursors, and the functions that read the ledger. */
export const recordsSql = (schema: string): string => `
CREATE TABLE ${schema}.credits (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  nano_dollars bigint NOT NULL,
  note text,
  given_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ${schema}.cursors (
  name text COLLATE "C" PRIMARY KEY,
  cursor text NOT NULL
);

CREATE FUNCTION ${schema}.balance(_id jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(account) FROM ${schema}.accounts AS account WHERE id = _id #>> '{}';
$body$;

CREATE FUNCTION ${schema}.credit(_input jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _credit ${schema}.credits := jsonb_populate_record(NULL::${schema}.credits, _input);
BEGIN
  PERFORM ${schema}.lock_account(_credit.account_id);
  INSERT INTO ${schema}.credits (id, account_id, nano_dollars, note)
  VALUES (_credit.id, _credit.account_id, _credit.nano_dollars, _credit.note)
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE ${schema}.accounts SET budget = coalesce(budget, 0) + _credit.nano_dollars
    WHERE id = _credit.account_id;
  ELSIF NOT EXISTS (
    SELECT FROM ${schema}.credits AS given
    WHERE given.id = _credit.id AND given.account_id = _credit.account_id
      AND given.nano_dollars = _credit.nano_dollars
  ) THEN
    -- It is another credit that has this id.
    RETURN;
  END IF;
  RETURN QUERY SELECT ${schema}.balance(to_jsonb(_credit.account_id));
END
$body$;

-- Final rows by transaction. A transaction that still runs may yet commit rows before those of
-- younger ones; therefore only rows older than all that run are shown. Those that were final before
-- the call are waited for, but not longer than a second.
CREATE FUNCTION ${schema}.final_rows(_input jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _called xid8 := pg_snapshot_xmax(pg_current_snapshot());
  _patience timestamptz := clock_timestamp() + interval '1 second';
BEGIN
  WHILE clock_timestamp() < _patience AND EXISTS (
    SELECT FROM ${schema}.attempts
    WHERE final_xid >= pg_snapshot_xmin(pg_current_snapshot()) AND final_xid < _called
  ) LOOP
    PERFORM pg_sleep(0.002);
  END LOOP;

  RETURN QUERY
  SELECT to_jsonb(row) FROM ${schema}.attempts AS row
  WHERE final_xid < pg_snapshot_xmin(pg_current_snapshot())
    AND (final_xid, attempt_id) > ((_input ->> 'final_xid')::xid8, _input ->> 'attempt_id')
    AND (_input ->> 'account_id' IS NULL OR account_id = _input ->> 'account_id')
  ORDER BY final_xid, attempt_id
  LIMIT (_input ->> 'limit')::bigint;
END
$body$;

CREATE FUNCTION ${schema}.usage(_input jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(sums) FROM (
    SELECT
      CASE WHEN _input -> 'group_by' ? 'day' THEN opened_at / 86400000 END AS day,
      CASE WHEN _input -> 'group_by' ? 'model' THEN model END AS model,
      CASE WHEN _input -> 'group_by' ? 'key' THEN key_id END AS key_id,
      CASE WHEN _input -> 'group_by' ? 'account' THEN account_id END AS account_id,
      count(*) AS attempts,
      sum(cost_nano_dollars) AS cost_nano_dollars,
      sum(input) AS input,
      sum(cache_read) AS cache_read,
      sum(cache_write) AS cache_write,
      sum(cache_write_long) AS cache_write_long,
      sum(output) AS output,
      sum(reasoning) AS reasoning
    FROM ${schema}.attempts
    WHERE state NOT IN ('open', 'released')
      AND opened_at >= (_input ->> 'from')::bigint AND opened_at < (_input ->> 'to')::bigint
      AND (_input ->> 'account_id' IS NULL OR account_id = _input ->> 'account_id')
    GROUP BY 1, 2, 3, 4
  ) AS sums;
$body$;

CREATE FUNCTION ${schema}.count_open(_input jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(count(*)) FROM ${schema}.attempts WHERE state = 'open';
$body$;

CREATE FUNCTION ${schema}.read_cursor(_name jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(cursor) FROM ${schema}.cursors WHERE name = _name #>> '{}';
$body$;

CREATE FUNCTION ${schema}.write_cursor(_input jsonb) RETURNS jsonb LANGUAGE sql AS $body$
  INSERT INTO ${schema}.cursors VALUES (_input ->> 'name', _input ->> 'cursor')
  ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor
  RETURNING NULL::jsonb;
$body$;
`;
