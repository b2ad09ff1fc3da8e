/** What `diglot prices` is called with. */
export interface PricesOptions {
  readonly config?: string | undefined;
  /** A file in place of the table of the release. */
  readonly table?: string | undefined;
  readonly json?: boolean | undefined;
}
