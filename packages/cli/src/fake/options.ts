/** What `diglot fake` is called with. */
export interface FakeOptions {
  readonly port: number;
  readonly host: string;
  readonly key?: readonly string[] | undefined;
  readonly lenient?: boolean | undefined;
  readonly inspect?: boolean | undefined;
}
