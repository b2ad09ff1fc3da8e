/** The part of Deno's types that the example uses; Deno itself has all of them. */
declare const Deno: {
  readonly version: { readonly deno: string };
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, ...context: readonly unknown[]) => Promise<Response>,
  ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};
