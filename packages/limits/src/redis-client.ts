/** What is used of a client of ioredis. */
export interface IoRedisClient {
  /** Such as `ready` or `reconnecting`. */
  readonly status: string;
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** What is used of a client of node-redis. */
export interface NodeRedisClient {
  /** Absent in clusters of older versions. */
  readonly isReady?: boolean | undefined;
  eval(script: string, parts: ScriptParts): Promise<unknown>;
}

/** A client that the options take. */
export type RedisClient = IoRedisClient | NodeRedisClient;

/** What a script works on. */
export interface ScriptParts {
  readonly keys: string[];
  readonly arguments: string[];
}

/**
 * Runs scripts in Redis, whichever client it is. It has the shape of a node-redis client, so that
 * rate-limiter-flexible takes it for one.
 */
export interface ScriptRunner {
  /** Rejects at once while the connection is lost, so that nothing is queued and counted late. */
  eval(script: string, parts: ScriptParts): Promise<unknown>;
}

/** The scripts of a client. */
export function createScriptRunner(client: RedisClient): ScriptRunner {
  return {
    async eval(script, parts) {
      if (isLost(client)) throw new Error("The connection to Redis is lost.");
      if (!("status" in client)) return client.eval(script, parts);
      return client.eval(script, parts.keys.length, ...parts.keys, ...parts.arguments);
    },
  };
}

/** Rejects if Redis cannot be reached. As a script it fits every client, and reaches the key's node in a cluster. */
export async function pingRedis(scripts: ScriptRunner, prefix: string): Promise<void> {
  await scripts.eval("return redis.call('PING')", { keys: [`${prefix}:ping`], arguments: [] });
}

/** A client of ioredis that has never been connected connects with its first command. */
const lostStates: ReadonlySet<string> = new Set(["close", "reconnecting", "end"]);

function isLost(client: RedisClient): boolean {
  return "status" in client ? lostStates.has(client.status) : client.isReady === false;
}
