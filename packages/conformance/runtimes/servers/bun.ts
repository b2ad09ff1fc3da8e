import { announce, recordUncaught } from "./announce.js";
import { createFetchSubject } from "./fetch-subject.js";
import { createSubject } from "./subject.js";

declare const Bun: {
  serve(options: {
    hostname: string;
    port: number;
    idleTimeout: number;
    fetch(request: Request, server: unknown): Promise<Response>;
  }): { readonly port: number };
};

const subject = createSubject();
recordUncaught(subject.uncaught);
const { fetch } = createFetchSubject(subject);
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch });
announce(server.port, (line) => process.stdout.write(line));
