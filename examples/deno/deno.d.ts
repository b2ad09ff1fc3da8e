/** The part of Deno that the example uses; Deno itself knows all of it. */
declare const Deno: {
  readonly version: { readonly deno: string };
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request, ...context: readonly unknown[]) => Promise<Response>,
  ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};
