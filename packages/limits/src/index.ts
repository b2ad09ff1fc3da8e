export { createLimits } from "./create-limits.js";
export type { LimitsOptions } from "./options.js";
export type { IoRedisClient, NodeRedisClient, RedisClient } from "./redis-client.js";
