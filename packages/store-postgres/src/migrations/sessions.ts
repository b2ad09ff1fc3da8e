/** Version 12: rows have the session of the tool that asked, and are summed by it and by end users. */
export const sessionsSql = (schema: string): string => `
ALTER TABLE ${schema}.attempts ADD COLUMN session_id text;

CREATE OR REPLACE FUNCTION ${schema}.usage(_input jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $body$
  SELECT to_jsonb(sums) FROM (
    SELECT
      CASE WHEN _input -> 'group_by' ? 'day' THEN opened_at / 86400000 END AS day,
      CASE WHEN _input -> 'group_by' ? 'model' THEN model END AS model,
      CASE WHEN _input -> 'group_by' ? 'key' THEN key_id END AS key_id,
      CASE WHEN _input -> 'group_by' ? 'account' THEN account_id END AS account_id,
      CASE WHEN _input -> 'group_by' ? 'end_user' THEN coalesce(end_user, '') END AS end_user,
      CASE WHEN _input -> 'group_by' ? 'session' THEN coalesce(session_id, '') END AS session_id,
      count(*) AS attempts,
      sum(cost_nano_dollars) AS cost_nano_dollars,
      sum(input) AS input,
      sum(cache_read) AS cache_read,
      sum(cache_write) AS cache_write,
      sum(cache_write_long) AS cache_write_long,
      sum(output) AS output,
      sum(reasoning) AS reasoning,
      max(opened_at) AS last_used_at
    FROM ${schema}.attempts
    WHERE state NOT IN ('open', 'released')
      AND opened_at >= (_input ->> 'from')::bigint AND opened_at < (_input ->> 'to')::bigint
      AND (_input ->> 'account_id' IS NULL OR account_id = _input ->> 'account_id')
    GROUP BY 1, 2, 3, 4, 5, 6
  ) AS sums;
$body$;
`;
