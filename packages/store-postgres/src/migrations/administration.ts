/** Version 6: keys are changed, and their accounts are listed. */
export const administrationSql = (schema: string): string => `
CREATE FUNCTION ${schema}.change_limits(_limits jsonb, _change jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $body$
  SELECT nullif(jsonb_strip_nulls(coalesce(_limits, '{}') || _change), '{}');
$body$;

-- A member that is not in the change stays; null removes one.
CREATE FUNCTION ${schema}.update_key(_input jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql AS $body$
DECLARE
  _change jsonb := _input -> 'change';
BEGIN
  UPDATE ${schema}.keys SET
    name = CASE WHEN _change ? 'name' THEN _change ->> 'name' ELSE name END,
    models = CASE WHEN _change ? 'models' THEN _change -> 'models' ELSE models END,
    limits = CASE jsonb_typeof(_change -> 'limits')
      WHEN 'object' THEN ${schema}.change_limits(limits, _change -> 'limits')
      WHEN 'null' THEN NULL
      ELSE limits
    END,
    expires_at =
      CASE WHEN _change ? 'expires_at' THEN (_change ->> 'expires_at')::bigint ELSE expires_at END
  WHERE id = _input ->> 'id' AND revoked_at IS NULL;
  IF FOUND THEN
    RETURN QUERY SELECT ${schema}.get_key(_input -> 'id');
  END IF;
END
$body$;

CREATE FUNCTION ${schema}.list_key_accounts(_input jsonb) RETURNS SETOF jsonb
LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(account_id) FROM (
    SELECT account_id FROM ${schema}.keys WHERE account_id > _input ->> 'after'
    UNION
    SELECT account_id FROM ${schema}.account_limits WHERE account_id > _input ->> 'after'
    ORDER BY account_id
    LIMIT (_input ->> 'limit')::bigint
  ) AS found;
$body$;
`;
