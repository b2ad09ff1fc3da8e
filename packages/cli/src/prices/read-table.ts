import { ConfigError } from "../config/check/config-error.js";
import { toProblems } from "../config/check/schema-problems.js";
import { loadConfig } from "../config/load/load-config.js";
import { type PriceTable, priceTable } from "./schema.js";

/** The price table in a file. @throws Failure that names the file; ConfigError with all its mistakes */
export async function readTable(file: string): Promise<PriceTable> {
  const parsed = priceTable.safeParse(await loadConfig(file), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ConfigError(file, toProblems(parsed.error.issues, priceTable));
}
