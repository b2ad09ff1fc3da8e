/** The part of Bun that the example uses; a project of your own has `@types/bun` for this. */
declare const Bun: {
  readonly version: string;
  serve(options: {
    hostname: string;
    port: number;
    idleTimeout: number;
    fetch: (request: Request, ...context: readonly unknown[]) => Promise<Response>;
  }): { readonly url: URL; stop(): Promise<void> };
};
