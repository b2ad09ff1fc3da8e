/** Version 3: keys, the hashes of their secrets, and the limits of accounts. */
export const keysSql = (schema: string): string => `
CREATE TABLE ${schema}.keys (
  id text COLLATE "C" PRIMARY KEY,
  -- The order in which keys were issued.
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  account_id text COLLATE "C" NOT NULL,
  name text,
  prefix text NOT NULL,
  models jsonb NOT NULL,
  limits jsonb,
  -- Times are milliseconds since 1970 by the database's clock.
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint
);
CREATE INDEX keys_of_account ON ${schema}.keys (account_id, number);

CREATE TABLE ${schema}.secrets (
  hash text COLLATE "C" PRIMARY KEY,
  key_id text COLLATE "C" NOT NULL REFERENCES ${schema}.keys,
  valid_until bigint
);
CREATE INDEX secrets_of_key ON ${schema}.secrets (key_id);

CREATE TABLE ${schema}.account_limits (
  account_id text COLLATE "C" PRIMARY KEY,
  limits jsonb NOT NULL
);

CREATE VIEW ${schema}.key_records AS
  SELECT key.*, account.limits AS account_limits
  FROM ${schema}.keys AS key
  LEFT JOIN ${schema}.account_limits AS account USING (account_id);

CREATE FUNCTION ${schema}.is_valid(_revoked_at bigint, _expires_at bigint) RETURNS boolean
LANGUAGE sql VOLATILE AS $body$
  SELECT _revoked_at IS NULL AND (_expires_at IS NULL OR _expires_at > ${schema}.milliseconds());
$body$;

CREATE FUNCTION ${schema}.find_key(_hash jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(record)
  FROM ${schema}.secrets AS secret
  JOIN ${schema}.key_records AS record ON record.id = secret.key_id
  WHERE secret.hash = _hash #>> '{}'
    AND (secret.valid_until IS NULL OR secret.valid_until > ${schema}.milliseconds())
    AND ${schema}.is_valid(record.revoked_at, record.expires_at);
$body$;

CREATE FUNCTION ${schema}.get_key(_id jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(record) FROM ${schema}.key_records AS record WHERE id = _id #>> '{}';
$body$;

CREATE FUNCTION ${schema}.list_keys(_input jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(record) FROM ${schema}.key_records AS record
  WHERE number > (_input ->> 'after')::bigint
    AND (_input ->> 'account_id' IS NULL OR account_id = _input ->> 'account_id')
  ORDER BY number
  LIMIT (_input ->> 'limit')::bigint;
$body$;

-- The key as it is stored, or what of it is taken.
CREATE FUNCTION ${schema}.issue_key(_input jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _key ${schema}.keys := jsonb_populate_record(NULL::${schema}.keys, _input -> 'key');
  _constraint text;
BEGIN
  INSERT INTO ${schema}.keys
    (id, account_id, name, prefix, models, limits, created_at, expires_at)
  VALUES (
    _key.id, _key.account_id, _key.name, _key.prefix, _key.models, _key.limits,
    ${schema}.milliseconds(), _key.expires_at
  );
  INSERT INTO ${schema}.secrets (hash, key_id) VALUES (_input ->> 'hash', _key.id);
  RETURN QUERY SELECT ${schema}.get_key(to_jsonb(_key.id));
EXCEPTION WHEN unique_violation THEN
  GET STACKED DIAGNOSTICS _constraint = CONSTRAINT_NAME;
  RETURN NEXT CASE _constraint WHEN 'secrets_pkey' THEN '"secret"'::jsonb ELSE '"id"'::jsonb END;
END
$body$;

CREATE FUNCTION ${schema}.rotate_key(_input jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _key ${schema}.keys;
  _until bigint;
BEGIN
  SELECT * INTO _key FROM ${schema}.keys WHERE id = _input ->> 'id' FOR UPDATE;
  IF NOT FOUND OR NOT ${schema}.is_valid(_key.revoked_at, _key.expires_at) THEN
    RETURN;
  END IF;
  _until := ${schema}.milliseconds() + (_input ->> 'overlap')::bigint;
  UPDATE ${schema}.secrets SET valid_until = least(valid_until, _until) WHERE key_id = _key.id;
  INSERT INTO ${schema}.secrets (hash, key_id) VALUES (_input ->> 'hash', _key.id);
  UPDATE ${schema}.keys SET prefix = _input ->> 'prefix' WHERE id = _key.id;
  RETURN QUERY SELECT ${schema}.get_key(to_jsonb(_key.id));
END
$body$;

CREATE FUNCTION ${schema}.revoke_key(_id jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
BEGIN
  UPDATE ${schema}.keys SET revoked_at = ${schema}.milliseconds()
  WHERE id = _id #>> '{}' AND revoked_at IS NULL;
  RETURN QUERY SELECT ${schema}.get_key(_id);
END
$body$;

CREATE FUNCTION ${schema}.limit_account(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
BEGIN
  IF _input ? 'limits' THEN
    INSERT INTO ${schema}.account_limits VALUES (_input ->> 'account_id', _input -> 'limits')
    ON CONFLICT (account_id) DO UPDATE SET limits = excluded.limits;
  ELSE
    DELETE FROM ${schema}.account_limits WHERE account_id = _input ->> 'account_id';
  END IF;
  RETURN NULL;
END
$body$;
`;
