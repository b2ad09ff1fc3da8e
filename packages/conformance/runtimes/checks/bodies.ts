import { deflateSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Check, Target } from "../check.js";
import {
  ask,
  bodyFor,
  contentOf,
  type Endpoint,
  endpoints,
  framesOf,
  headersFor,
  textOf,
} from "../client.js";
import { expectError, expectRefused, refusedPrompt, refuseOnBoth } from "../expect-error.js";
import { headText, isWholeAnswer, openSocket, readUntil, statusOf } from "../raw-client.js";
import { bodyLimit } from "../servers/terms.js";

/** Streamed or not: a refusal has its real status in both manners. */
const manners = [{}, { stream: true }] as const;

/** The text of a body whose prompt must reach no model. */
function refusable(endpoint: Endpoint, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify(bodyFor(endpoint, "echo", refusedPrompt, more));
}

function post(baseUrl: string, endpoint: Endpoint, body: string): Promise<Response> {
  return fetch(`${baseUrl}${endpoint}`, { method: "POST", headers: headersFor(endpoint), body });
}

async function refusesWhatIsNoObject({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    for (const body of ["", " \r\n\t", "null", "[]", '"x"', "1"]) {
      await expectRefused(baseUrl, endpoint, body);
    }
  });
}

type Broken = readonly [text: string, character: number, isNamed: boolean];

/**
 * What may be wrong with the text of a body, the character at which a parser notices it, and whether
 * V8 names that character; where it quotes the text instead, we say nothing of it.
 */
function brokenTexts(whole: string): readonly Broken[] {
  return [
    [whole.slice(0, -2), whole.length - 2, true],
    [whole.replace(/}$/, ",}"), whole.length, true],
    [whole.replace(/}$/, "/* why */}"), whole.length - 1, true],
    [whole.replace(/}$/, ',"top_p":NaN}'), whole.length + 8, false],
    [`// why\n${whole}`, 0, false],
    [refusedPrompt, 0, false],
  ];
}

async function refusesWhatIsNoJson({ baseUrl, namesPositions }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    for (const [text, character, isNamed] of brokenTexts(refusable(endpoint))) {
      const message = await expectRefused(baseUrl, endpoint, text);
      expect(message).toMatch(/not valid JSON: unexpected character/);
      expect(message).not.toContain(refusedPrompt);
      const named = /\(char (\d+)\)/.exec(message)?.[1];
      expect(named, text).toBe(namesPositions && isNamed ? String(character) : undefined);
    }
  });
}

async function refusesWhatIsNoUtf8({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const whole = refusable(endpoint);
    const spoilt = Buffer.from(whole.replace("refused", "\u0001"));
    spoilt[spoilt.indexOf(1)] = 0xff;
    await expectRefused(baseUrl, endpoint, spoilt);
    await expectRefused(baseUrl, endpoint, Buffer.from(whole, "utf16le"));
    for (const charset of ["utf-16", "latin1"]) {
      const type = { "content-type": `application/json; charset=${charset}` };
      await expectRefused(baseUrl, endpoint, whole, 415, type);
    }
  });
}

async function takesMarksAndLineEnds({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const body = JSON.stringify(bodyFor(endpoint, "echo", "marked")).replaceAll(",", ",\r\n");
    const answer = await post(baseUrl, endpoint, `\ufeff\r\n${body}\r\n`);
    expect(await contentOf(endpoint, answer)).toBe("marked");
  }
}

/** A body with a member that is nested so deep that the whole has the given depth. */
function nested(endpoint: Endpoint, prompt: string, depth: number): string {
  const value = "[".repeat(depth - 1) + "]".repeat(depth - 1);
  const body = JSON.stringify(bodyFor(endpoint, "echo", prompt));
  return body.replace(/}$/, `,"more":${value}}`);
}

async function limitsDepth({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const answer = await post(baseUrl, endpoint, nested(endpoint, "deep enough", 128));
    expect(await contentOf(endpoint, answer)).toBe("deep enough");
    for (const depth of [129, 1_000, 10_000, 500_000]) {
      const message = await expectRefused(
        baseUrl,
        endpoint,
        nested(endpoint, refusedPrompt, depth),
      );
      expect(message).toContain("128 levels");
    }
  });
}

async function letsTheLastOfTwoCount({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const twice = JSON.stringify(bodyFor(endpoint, "echo", "the last")).replace(
      "{",
      '{"model":"no-such-model","stream":true,"messages":[],',
    );
    const answer = await post(baseUrl, endpoint, twice.replace(/}$/, ',"stream":false}'));
    expect(await contentOf(endpoint, answer)).toBe("the last");
  }
}

async function refusesInfiniteNumbers({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    for (const number of ["1e400", "-1e400", "9".repeat(400)]) {
      const body = refusable(endpoint).replace("{", `{"temperature":${number},`);
      await expectRefused(baseUrl, endpoint, body);
    }
  });
}

async function takesBodiesUpToTheLimit({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const room = bodyLimit - JSON.stringify(bodyFor(endpoint, "counted", "")).length;
    for (const length of [room - 1, room]) {
      const response = await ask(baseUrl, endpoint, "counted", "x".repeat(length));
      expect(await contentOf(endpoint, response)).toBe("Counted.");
    }
    const response = await ask(baseUrl, endpoint, "counted", "x".repeat(room + 1));
    await expectError(endpoint, response, 413);
  }
}

async function refusesLargeBodies({ baseUrl, port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const more of manners) {
      const response = await ask(baseUrl, endpoint, "echo", "x".repeat(bodyLimit), more);
      await expectError(endpoint, response, 413);
    }
    const socket = await openSocket(port);
    socket.write(
      headText("POST", endpoint, { ...headersFor(endpoint), "transfer-encoding": "chunked" }),
    );
    const block = "y".repeat(65_536);
    for (let sent = 0; sent <= bodyLimit; sent += block.length) {
      socket.write(`10000\r\n${block}\r\n`);
    }
    socket.write("0\r\n\r\n");
    const received = await readUntil(socket, isWholeAnswer);
    socket.destroy();
    expect(statusOf(received)).toBe(413);
  }
}

async function refusesDeclaredLengths({ port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const socket = await openSocket(port);
    const length = { "content-length": "100000000" };
    socket.write(headText("POST", endpoint, { ...headersFor(endpoint), ...length }));
    // Nothing of the body is sent: the length in the head is enough.
    const received = await readUntil(socket, isWholeAnswer);
    socket.destroy();
    expect(statusOf(received)).toBe(413);
    expect(received).toContain("larger than 1048576 bytes");
  }
}

async function decodesCompressedBodies({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const body = JSON.stringify(bodyFor(endpoint, "echo", "compressed"));
    for (const [encoding, compress] of [
      ["gzip", gzipSync],
      ["deflate", deflateSync],
    ] as const) {
      const headers = { ...headersFor(endpoint), "content-encoding": encoding };
      const init = { method: "POST", headers, body: Uint8Array.from(compress(body)) };
      const answer = await fetch(`${baseUrl}${endpoint}`, init);
      expect(await contentOf(endpoint, answer)).toBe("compressed");
    }
  }
}

async function refusesOtherEncodings({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    for (const encoding of ["gzip", "deflate", "compress", "gzip, gzip"]) {
      const headers = { "content-encoding": encoding };
      await expectRefused(baseUrl, endpoint, refusable(endpoint), 400, headers);
    }
    const bomb = gzipSync(Buffer.alloc(2 * bodyLimit, " "));
    await expectRefused(baseUrl, endpoint, bomb, 413, { "content-encoding": "gzip" });
  });
}

async function limitsCounts({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const many = (count: number, item: string) => `[${Array(count).fill(item).join(",")}]`;
    for (const [member, value, limit] of [
      ["messages", many(10_001, "{}"), 10_000],
      ["messages", many(400_000, "0"), 10_000],
      ["tools", many(100_000, "{}"), 10_000],
    ] as const) {
      const body = refusable(endpoint).replace(/}$/, `,"${member}":${value}}`);
      const message = await expectRefused(baseUrl, endpoint, body);
      // One sentence with the limit, and not one for each member.
      expect(message).toContain(String(limit));
      expect(message.length).toBeLessThan(300);
    }
  });
}

const wrongLimits = [-1, 1.5, "5", 2 ** 53, 1e308, true, [1]];
const wrongChoices = [0, -1, 129, 1e9, 1.5, "1"];

async function refusesWrongNumbers({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const isMessages = endpoint === "/v1/messages";
    const wrong = isMessages
      ? [...wrongLimits, undefined].map((max_tokens) => ({ max_tokens }))
      : [
          ...[0, ...wrongLimits].map((max_completion_tokens) => ({ max_completion_tokens })),
          ...[0, ...wrongLimits].map((max_tokens) => ({ max_tokens })),
          ...wrongChoices.map((n) => ({ n })),
        ];
    for (const change of wrong) {
      for (const more of manners) {
        await expectRefused(baseUrl, endpoint, refusable(endpoint, { ...change, ...more }));
      }
    }
  });
}

async function refusesMoreThanTheModelMakes({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const name = endpoint === "/v1/messages" ? "max_tokens" : "max_completion_tokens";
    const within = await ask(baseUrl, endpoint, "capped", "as much as it makes", { [name]: 50 });
    expect(await contentOf(endpoint, within)).toBe("as much as it makes");
    const over = JSON.stringify(bodyFor(endpoint, "capped", refusedPrompt, { [name]: 51 }));
    const message = await expectRefused(baseUrl, endpoint, over);
    expect(message).toMatch(/\b51\b/);
    expect(message).toMatch(/\b50\b/);
  });
}

async function takesLimitsThatAreOdd({ baseUrl }: Target): Promise<void> {
  const none = await ask(baseUrl, "/v1/messages", "echo", "nothing", { max_tokens: 0 });
  expect(await none.json()).toMatchObject({ content: [], stop_reason: "max_tokens" });
  for (const endpoint of endpoints) {
    const name = endpoint === "/v1/messages" ? "max_tokens" : "max_completion_tokens";
    const large = await ask(baseUrl, endpoint, "echo", "much", { [name]: 2 ** 31 });
    expect(await contentOf(endpoint, large)).toBe("much");
  }
}

async function takesOneLetterManyTimes({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const letters of [100_000, 1_000_000]) {
      const text = "a".repeat(letters);
      expect(await contentOf(endpoint, await ask(baseUrl, endpoint, "echo", text))).toBe(text);
    }
  }
}

async function keepsStrangeCharacters({ baseUrl }: Target): Promise<void> {
  const strange = "half \ud83d, nul \u0000, bidi \u202e, line \u2028, break \r\n end";
  for (const endpoint of endpoints) {
    expect(await contentOf(endpoint, await ask(baseUrl, endpoint, "echo", strange))).toBe(strange);
    const streamed = await ask(baseUrl, endpoint, "echo", strange, { stream: true });
    expect(textOf(endpoint, framesOf(await streamed.text()))).toBe(strange);
  }
}

/** The bytes of a request that a service reads and judges by itself. */
export const bodyChecks: Readonly<Record<string, Check>> = {
  "B01 refuses bodies that are no object with 400": refusesWhatIsNoObject,
  "B02 refuses bodies that are no JSON, and shows nothing of them": refusesWhatIsNoJson,
  "B03 refuses bodies that are not UTF-8, and other charsets": refusesWhatIsNoUtf8,
  "B04 takes a byte order mark and CR LF": takesMarksAndLineEnds,
  "B05 takes a depth of 128 and refuses more": limitsDepth,
  "B07 lets the last of two equal members count": letsTheLastOfTwoCount,
  "B08 refuses numbers that are infinite": refusesInfiniteNumbers,
  "B09 takes bodies up to the limit, and not one byte more": takesBodiesUpToTheLimit,
  "B09 refuses bodies over the limit with 413, with and without a declared length":
    refusesLargeBodies,
  "B09 refuses a declared length before the body comes": refusesDeclaredLengths,
  "B10 decodes bodies with gzip and deflate": decodesCompressedBodies,
  "B10 refuses what is not encoded so, other encodings and decoded bodies over the limit":
    refusesOtherEncodings,
  "B11 refuses lists over their limits in one sentence": limitsCounts,
  "B12 refuses wrong limits and counts of choices": refusesWrongNumbers,
  "B12 refuses a limit above what the model makes": refusesMoreThanTheModelMakes,
  "B12 takes a limit of nothing in Messages, and large ones": takesLimitsThatAreOdd,
  "B15 takes one letter a million times": takesOneLetterManyTimes,
  "B17 keeps halves of characters, controls and marks of direction": keepsStrangeCharacters,
};
