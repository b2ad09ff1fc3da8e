import { type AccountQuery, checkAccountLimit } from "@diglot/core";
import type { Call } from "../call.js";

/** A part of a list of accounts; a function of the database sorts their ids by bytes. */
export async function listAccounts(
  call: Call,
  name: "list_accounts" | "list_key_accounts",
  { after = "", limit }: AccountQuery = {},
): Promise<readonly string[]> {
  const ids = await call(name, { after, limit: checkAccountLimit(limit) });
  return ids.map((id) => {
    if (typeof id === "string") return id;
    throw new TypeError("The database answered with an account that has no id.");
  });
}
