import type { Settings } from "../options.js";

/** What a bookkeeper needs of a service. */
export type BookkeeperSettings = Pick<
  Settings,
  "ledger" | "ledgerTimes" | "unknownAccounts" | "clock" | "ids" | "random" | "report" | "reporter"
>;
