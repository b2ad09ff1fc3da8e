/**
 * The places of one name are a sorted set: its members are running requests, their scores the ends
 * of their leases by the clock of Redis, so that the clocks of the processes do not matter.
 */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** A set lives as long as the last lease in it: a process with a shorter one does not end it. */
const hold = `
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  if redis.call('PTTL', key) < tonumber(ARGV[2]) then redis.call('PEXPIRE', key, ARGV[2]) end
end
`;

/**
 * KEYS: the sets; ARGV: the request, its lease in milliseconds, the most of each set. Answers 0, or
 * the number of the first set that is full, from 1.
 */
export const takeScript = `${now}
for index, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[index + 2]) then return index end
end
${hold}
return 0`;

/**
 * KEYS: the sets; ARGV: the request, its lease. A request whose lease has ended meanwhile gets its
 * place back, since it is running.
 */
export const renewScript = `${now}${hold}`;

/** KEYS: the sets; ARGV: the request. */
export const leaveScript = `
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end`;
