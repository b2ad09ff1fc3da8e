/** Which gateway is administered, as the command line says it. At most one of the first three is there. */
export interface TargetOptions {
  /** The address of one that runs. */
  readonly url?: string | undefined;
  /** A file, or an address of PostgreSQL. */
  readonly database?: string | undefined;
  /** A config file whose database is used. */
  readonly config?: string | undefined;
  /** The credential of the admin endpoints. */
  readonly credential?: string | undefined;
}

/** What every command of the administration is called with. */
export interface AdminOptions extends TargetOptions {
  readonly json?: boolean | undefined;
}

/** What `diglot status` is called with. */
export interface StatusOptions extends Pick<AdminOptions, "url" | "credential" | "json"> {
  readonly ask?: boolean | undefined;
}

/** What `diglot keys list` is called with. */
export interface ListKeysOptions extends AdminOptions {
  readonly account?: string | undefined;
}

/** Limits, by name. What is absent is not named. */
export interface LimitOptions {
  readonly requestsPerMinute?: number | "none" | undefined;
  readonly inputTokensPerMinute?: number | "none" | undefined;
  readonly outputTokensPerMinute?: number | "none" | undefined;
  readonly concurrentRequests?: number | "none" | undefined;
}

/** What can be set of a key. */
export interface KeyMembers extends LimitOptions {
  readonly name?: string | undefined;
  readonly model?: readonly string[] | undefined;
  /** In ISO 8601, or `never`. */
  readonly expires?: string | undefined;
}

/** What `diglot keys create` is called with. */
export interface CreateKeyOptions extends KeyMembers, AdminOptions {
  readonly account: string;
}

/** What `diglot keys rotate` is called with. */
export interface RotateKeyOptions extends AdminOptions {
  /** Seconds. */
  readonly overlap?: number | undefined;
}

/** What `diglot keys revoke` is called with. */
export interface RevokeKeyOptions extends AdminOptions {
  readonly yes?: boolean | undefined;
}

/** What `diglot usage` is called with. */
export interface UsageOptions extends AdminOptions {
  readonly by: readonly string[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly account?: string | undefined;
}

/** How rows are exported. */
export type RowFormat = "csv" | "ndjson";

/** What `diglot export` is called with. At most one of the last two is there. */
export interface ExportOptions extends TargetOptions {
  readonly format: RowFormat;
  readonly account?: string | undefined;
  /** Where the export before has ended. */
  readonly after?: string | undefined;
  /** A file that holds this. */
  readonly cursor?: string | undefined;
}

/** What `diglot credit add` is called with. */
export interface AddCreditOptions extends AdminOptions {
  readonly id?: string | undefined;
  readonly note?: string | undefined;
}

/** What `diglot budgets` is called with: one of the two is needed. */
export interface BudgetOptions extends AdminOptions {
  readonly account?: string | undefined;
  readonly key?: string | undefined;
}

/** What `diglot budgets set` is called with. */
export interface SetBudgetOptions extends BudgetOptions {
  readonly timeZone?: string | undefined;
}
