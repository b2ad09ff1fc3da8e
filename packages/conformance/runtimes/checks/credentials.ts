import { expect } from "vitest";
import type { Check, Target } from "../check.js";
import { ask, bodyFor, type Endpoint, endpoints } from "../client.js";
import { expectError, refusedPrompt, refuseOnBoth } from "../expect-error.js";
import { isWholeAnswer, openSocket, readUntil, statusOf } from "../raw-client.js";
import { apiKey } from "../servers/terms.js";

const common = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
const wrong = "sk-wrong-0123456789";

async function refusesWrongKeys({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const type = endpoint === "/v1/messages" ? "authentication_error" : "invalid_request_error";
    for (const credential of [{}, { authorization: `Bearer ${wrong}` }]) {
      for (const more of [{}, { stream: true }]) {
        const init = { headers: { ...common, ...credential } };
        const answer = await ask(baseUrl, endpoint, "echo", refusedPrompt, more, init);
        await expectError(endpoint, answer, 401, type);
      }
    }
  });
}

/** The status of a request whose head has these lines. */
async function statusWith(
  { port }: Target,
  endpoint: Endpoint,
  lines: readonly string[],
  prompt: string,
): Promise<{ readonly status: number; readonly received: string }> {
  const body = JSON.stringify(bodyFor(endpoint, "echo", prompt));
  const all = [
    `POST ${endpoint} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(common).map(([name, value]) => `${name}: ${value}`),
    ...lines,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const socket = await openSocket(port);
  socket.write(Buffer.from(`${all.join("\r\n")}\r\n\r\n${body}`));
  const received = await readUntil(socket, isWholeAnswer);
  socket.destroy();
  return { status: statusOf(received), received };
}

/** Heads whose credentials contradict each other, or are empty, for either endpoint. */
const refusedHeads: readonly (readonly string[])[] = [
  [`authorization: Bearer ${apiKey}`, `authorization: Bearer ${wrong}`],
  [`x-api-key: ${apiKey}`, `x-api-key: ${wrong}`],
  [`x-api-key: ${apiKey}, ${apiKey}`],
  ["authorization: Bearer "],
  ["authorization: Bearer", "x-api-key: "],
  [`authorization: Basic ${apiKey}`],
  [`authorization: ${apiKey}x`],
];

async function refusesTwoCredentials(target: Target): Promise<void> {
  await refuseOnBoth(target.baseUrl, async (endpoint) => {
    for (const head of refusedHeads) {
      const { status } = await statusWith(target, endpoint, head, refusedPrompt);
      expect(status, head.join()).toBe(401);
    }
  });
}

async function prefersItsOwnHeader(target: Target): Promise<void> {
  const own = { "/v1/messages": "x-api-key: ", "/v1/chat/completions": "authorization: Bearer " };
  for (const endpoint of endpoints) {
    const [other] = endpoints.filter((name) => name !== endpoint).map((name) => own[name]);
    const good = [`${own[endpoint]}${apiKey}`, `${other}${wrong}`];
    expect((await statusWith(target, endpoint, good, "its own")).status).toBe(200);
    const bad = [`${own[endpoint]}${wrong}`, `${other}${apiKey}`];
    expect((await statusWith(target, endpoint, bad, refusedPrompt)).status).toBe(401);
  }
}

async function takesAnySpelling(target: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const head of [`authorization: bearer   ${apiKey}  `, `AUTHORIZATION: BEARER ${apiKey}`]) {
      expect((await statusWith(target, endpoint, [head], "any spelling")).status, head).toBe(200);
    }
  }
}

/** Keys that somebody would like to be read as something else. */
const hostileKeys: readonly string[] = [
  "' OR '1'='1' --",
  '"; DROP TABLE keys; --',
  "../../../etc/passwd",
  "%24%7Bjndi:ldap://127.0.0.1/a%7D",
  "schlüssel-🔑",
  "%00%0d%0a",
  "k".repeat(8_000),
];

async function refusesHostileKeys(target: Target): Promise<void> {
  await refuseOnBoth(target.baseUrl, async (endpoint) => {
    for (const key of hostileKeys) {
      const head = [`authorization: Bearer ${key}`];
      const { status, received } = await statusWith(target, endpoint, head, refusedPrompt);
      expect(status, key).toBe(401);
      expect(received).not.toContain(key);
      expect(received).not.toContain(key.slice(0, 8));
    }
  });
}

async function outlivesImpossibleKeys(target: Target): Promise<void> {
  await refuseOnBoth(target.baseUrl, async (endpoint) => {
    for (const key of ["nul\u0000nul", "k".repeat(1_000_000)]) {
      const head = [`authorization: Bearer ${key}`];
      const { status } = await statusWith(target, endpoint, head, refusedPrompt);
      // Most servers answer by themselves, with 400 or 431. Some only close the connection.
      expect(status).not.toBe(200);
    }
    const head = [`authorization: Bearer ${apiKey}`];
    expect((await statusWith(target, endpoint, head, "afterwards")).status).toBe(200);
  });
}

/** Who calls: one key, in the header that the format names. */
export const credentialChecks: Readonly<Record<string, Check>> = {
  "refuses missing and wrong keys with 401": refusesWrongKeys,
  "H12 refuses a header twice, two keys in one header, and empty ones": refusesTwoCredentials,
  "H12 of two kinds of credentials takes that of the format": prefersItsOwnHeader,
  "H12 takes the scheme in any case and spaces around the key": takesAnySpelling,
  "H13 refuses hostile keys with 401": refusesHostileKeys,
  "H13 outlives keys that no header may hold": outlivesImpossibleKeys,
};
