/** Version 11: texts that accounts keep between their requests. */
export const documentsSql = (schema: string): string => `
CREATE TABLE ${schema}.documents (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  body bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX documents_expiry ON ${schema}.documents (expires_at);

-- Writes all rows or none, and takes expired ones away, more than it adds.
CREATE FUNCTION ${schema}.write_documents(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
BEGIN
  DELETE FROM ${schema}.documents WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${schema}.documents
    WHERE expires_at <= clock_timestamp()
    ORDER BY expires_at LIMIT 8 + jsonb_array_length(_input -> 'rows') FOR UPDATE SKIP LOCKED
  ));
  -- In the order of the ids, so that two writers of the same ones do not wait for each other.
  INSERT INTO ${schema}.documents (account_id, id, body, expires_at)
  SELECT _input ->> 'account_id', row ->> 'id', decode(row ->> 'body', 'base64'),
    ${schema}.from_now(_input -> 'retention')
  FROM jsonb_array_elements(_input -> 'rows') AS row
  ORDER BY row ->> 'id'
  ON CONFLICT (account_id, id) DO UPDATE SET body = excluded.body, expires_at = excluded.expires_at;
  RETURN NULL;
END
$body$;

CREATE FUNCTION ${schema}.read_documents(_input jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT jsonb_build_object('id', id, 'body', encode(body, 'base64'))
  FROM ${schema}.documents
  WHERE account_id = _input ->> 'account_id'
    AND id IN (SELECT jsonb_array_elements_text(_input -> 'ids'))
    AND expires_at > clock_timestamp();
$body$;

CREATE FUNCTION ${schema}.delete_documents(_input jsonb) RETURNS jsonb LANGUAGE plpgsql AS $body$
BEGIN
  DELETE FROM ${schema}.documents
  WHERE account_id = _input ->> 'account_id'
    AND id IN (SELECT jsonb_array_elements_text(_input -> 'ids'));
  RETURN NULL;
END
$body$;
`;
