/** Version 4: keys of requests that must not happen twice. */
export const idempotencySql = (schema: string): string => `
CREATE TABLE ${schema}.idempotency (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  -- running, answered or lost
  state text NOT NULL,
  lease_end timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status integer,
  headers jsonb,
  body bytea,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_expiry ON ${schema}.idempotency (expires_at);

-- Each new key takes a few expired ones away, so that they never pile up.
CREATE FUNCTION ${schema}.sweep_idempotency() RETURNS void LANGUAGE sql AS $body$
  DELETE FROM ${schema}.idempotency WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${schema}.idempotency
    WHERE expires_at <= clock_timestamp()
    ORDER BY expires_at LIMIT 8 FOR UPDATE SKIP LOCKED
  ));
$body$;

-- What is known of a key; '{"name": "new"}' if it was taken by this call.
CREATE FUNCTION ${schema}.claim(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _new ${schema}.idempotency := jsonb_populate_record(NULL::${schema}.idempotency, _input);
  _old ${schema}.idempotency;
BEGIN
  _new.state := 'running';
  _new.lease_end := ${schema}.from_now(_input -> 'lease');
  _new.expires_at := ${schema}.from_now(_input -> 'retention');
  LOOP
    INSERT INTO ${schema}.idempotency AS old VALUES (_new.*)
    ON CONFLICT (scope, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, state = excluded.state, lease_end = excluded.lease_end,
      expires_at = excluded.expires_at, status = NULL, headers = NULL, body = NULL
    WHERE old.expires_at <= clock_timestamp();
    IF FOUND THEN
      PERFORM ${schema}.sweep_idempotency();
      RETURN '{"name": "new"}';
    END IF;
    SELECT * INTO _old FROM ${schema}.idempotency WHERE scope = _new.scope AND key = _new.key;
    EXIT WHEN FOUND;
    -- It was given free between the two statements.
  END LOOP;

  IF _old.fingerprint <> _new.fingerprint THEN
    RETURN '{"name": "mismatch"}';
  ELSIF _old.state = 'answered' THEN
    RETURN jsonb_build_object(
      'name', 'answered', 'status', _old.status, 'headers', _old.headers,
      'body', encode(_old.body, 'base64')
    );
  ELSIF _old.state = 'running' AND _old.lease_end > clock_timestamp() THEN
    RETURN '{"name": "running"}';
  END IF;
  RETURN '{"name": "lost"}';
END
$body$;

CREATE FUNCTION ${schema}.keep(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
BEGIN
  UPDATE ${schema}.idempotency SET
    state = CASE WHEN _input ? 'body' THEN 'answered' ELSE 'lost' END,
    status = (_input ->> 'status')::integer,
    headers = _input -> 'headers',
    body = decode(_input ->> 'body', 'base64')
  WHERE scope = _input ->> 'scope' AND key = _input ->> 'key' AND state = 'running';
  RETURN NULL;
END
$body$;

CREATE FUNCTION ${schema}.forget(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
BEGIN
  DELETE FROM ${schema}.idempotency
  WHERE scope = _input ->> 'scope' AND key = _input ->> 'key' AND state = 'running';
  RETURN NULL;
END
$body$;
`;
