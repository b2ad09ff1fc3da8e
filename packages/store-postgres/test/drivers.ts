import { Pool } from "pg";
import postgres from "postgres";
import { fromPg, fromPostgres, type Query } from "../src/index.js";

/** The drivers that every main suite runs on. */
export const drivers = {
  pg: (url: string, connections: number) => {
    const pool = new Pool({ connectionString: url, max: connections });
    return { query: fromPg(pool), close: () => pool.end() };
  },
  postgres: (url: string, connections: number) => {
    const sql = postgres(url, { max: connections });
    return { query: fromPostgres(sql), close: () => sql.end() };
  },
} as const satisfies Record<string, (url: string, connections: number) => Connections>;

interface Connections {
  readonly query: Query;
  close(): Promise<void>;
}

/** The names of the drivers. */
export const driverNames = ["pg", "postgres"] as const satisfies readonly (keyof typeof drivers)[];
