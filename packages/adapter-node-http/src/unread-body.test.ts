import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { Connection } from "./connection.js";
import { linger } from "./unread-body.js";

it("leaves no listener on a request whose rest has come", async () => {
  const request = new Readable({ read() {} });
  const count = () => request.listenerCount("end") + request.listenerCount("close");
  const before = count();
  const over = linger({ request } as unknown as Connection);
  expect(count()).toBe(before + 2);
  request.push("rest");
  request.push(null);
  await over;
  expect(count()).toBe(before);
});
