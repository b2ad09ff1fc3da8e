import { announce } from "./announce.js";
import { createFetchSubject } from "./fetch-subject.js";
import { createSubject } from "./subject.js";

declare const Deno: {
  serve(
    options: {
      hostname: string;
      port: number;
      onListen(address: { readonly port: number }): void;
    },
    handler: (request: Request, info: unknown) => Promise<Response>,
  ): unknown;
  readonly stdout: { writeSync(bytes: Uint8Array): number };
};

const subject = createSubject();
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  subject.uncaught.push(String(event.reason));
});
addEventListener("error", (event) => {
  event.preventDefault();
  subject.uncaught.push(String(event.error));
});
const { fetch } = createFetchSubject(subject);
Deno.serve(
  {
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) =>
      announce(port, (line) => Deno.stdout.writeSync(new TextEncoder().encode(line))),
  },
  fetch,
);
