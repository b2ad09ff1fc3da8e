import { expect } from "vitest";
import type { ScriptedUpstream } from "../../upstream/index.js";
import type { Check, Target } from "../check.js";
import { type Endpoint, endpoints, headersFor, readState } from "../client.js";
import { apiKey } from "../servers/terms.js";
import { farModels, openUpstream, promptTo } from "../with-upstream.js";

/** A request to a far model: the endpoint of its caller, that of its upstream, and its manner. */
interface Passed {
  readonly endpoint: Endpoint;
  readonly behind: Endpoint;
  readonly stream: boolean;
}

const ways: readonly Passed[] = endpoints.flatMap((endpoint) =>
  endpoints.flatMap((behind) => [false, true].map((stream) => ({ endpoint, behind, stream }))),
);

/** Whether the caller's own bytes go on. */
const isRelayed = ({ endpoint, behind }: Passed) => endpoint === behind;

/** What the caller says beside its prompt: parts of its turn, and members of its body. */
interface Said {
  readonly parts?: readonly object[];
  readonly members?: object;
  /** Changes the text of the whole body. */
  readonly rewrite?: (body: string) => string;
}

async function send(
  { baseUrl }: Target,
  upstream: ScriptedUpstream,
  { endpoint, behind, stream }: Passed,
  { parts = [], members = {}, rewrite = (body) => body }: Said,
): Promise<Response> {
  const content = [{ type: "text", text: promptTo(upstream) }, ...parts];
  const body = {
    model: farModels[behind],
    max_tokens: 100,
    messages: [{ role: "user", content }],
    ...(stream && { stream }),
    ...members,
  };
  const init = { method: "POST", headers: headersFor(endpoint) };
  const response = await fetch(`${baseUrl}${endpoint}`, {
    ...init,
    body: rewrite(JSON.stringify(body)),
  });
  return response;
}

/** Sends it in all ways, each of which must be answered, and looks at what the upstream received. */
async function passOn(
  target: Target,
  saidFor: (way: Passed) => Said,
  look: (text: string, way: Passed) => void,
  chosen = ways,
): Promise<void> {
  const upstream = await openUpstream();
  for (const way of chosen) {
    const response = await send(target, upstream, way, saidFor(way));
    expect(response.status, await response.text()).toBe(200);
    look(upstream.requests.at(-1)?.text ?? "", way);
  }
  expect(upstream.requests).toHaveLength(chosen.length);
}

function toolOf(endpoint: Endpoint, name: string, schema: object): object {
  return endpoint === "/v1/messages"
    ? { name, input_schema: schema }
    : { type: "function", function: { name, parameters: schema } };
}

/** The schema of the only tool that an upstream received. */
function schemaIn(text: string): unknown {
  const [tool] = JSON.parse(text).tools;
  return tool.input_schema ?? tool.function.parameters;
}

const oddNames =
  '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2,"then":3,"length":4';

async function passesOddNames(target: Target): Promise<void> {
  const properties = { marker: 1 };
  await passOn(
    target,
    ({ endpoint }) => ({
      members: { tools: [toolOf(endpoint, "toString", { type: "object", properties })] },
      rewrite: (body) => body.replace('"marker":1', oddNames),
    }),
    (text) => expect(text).toContain(`"properties":{${oddNames}}`),
  );
  await passOn(
    target,
    () => ({ rewrite: (body) => body.replace("{", `{${oddNames},`) }),
    (text) => expect(text).toContain(oddNames),
    ways.filter(isRelayed),
  );
  expect((await readState(target.baseUrl)).polluted).toEqual([]);
}

async function passesOneOfTwo(target: Target): Promise<void> {
  await passOn(
    target,
    ({ stream }) => ({
      members: { stream },
      rewrite: (body) => body.replace("{", '{"model":"echo","max_tokens":7,"stream":true,'),
    }),
    (text, { stream }) => {
      for (const name of ["model", "max_tokens", "stream"]) {
        expect(text.split(`"${name}":`).length, `${name} in ${text}`).toBeLessThanOrEqual(2);
      }
      expect(JSON.parse(text)).toMatchObject({ model: "upstream-model", max_tokens: 100 });
      expect(JSON.parse(text).stream ?? false).toBe(stream);
    },
  );
}

async function passesNoMark(target: Target): Promise<void> {
  await passOn(
    target,
    () => ({ rewrite: (body) => `\ufeff\r\n${body}\r\n` }),
    (text) => expect(JSON.parse(text)).toMatchObject({ model: "upstream-model" }),
  );
}

async function passesOneOfTwoInside(target: Target): Promise<void> {
  const twice = '"role":"system","role":"user"';
  await passOn(
    target,
    () => ({ rewrite: (body) => body.replace('"role":"user"', twice) }),
    (text) => {
      expect(text.split('"role"').length, text).toBe(2);
      expect(JSON.parse(text).messages[0].role).toBe("user");
    },
  );
}

async function passesNumbersAsWritten(target: Target): Promise<void> {
  const numbers = '"maximum":9007199254740993,"minimum":1.0,"multipleOf":-0';
  await passOn(
    target,
    ({ endpoint }) => ({
      members: { tools: [toolOf(endpoint, "count", { type: "object", marker: 1 })] },
      rewrite: (body) => body.replace('"marker":1', numbers),
    }),
    (text) => expect(text).toContain(numbers),
  );
}

/** Addresses that a careless service would fetch. */
function temptations(bait: ScriptedUpstream): readonly string[] {
  const { port } = bait;
  return [
    ...["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433"],
    ...["user:secret@127.0.0.1", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"],
  ].map((host) => `http://${host}:${port}/picture.png`);
}

function pictureOf(endpoint: Endpoint, url: string): object {
  return endpoint === "/v1/messages"
    ? { type: "image", source: { type: "url", url } }
    : { type: "image_url", image_url: { url } };
}

async function fetchesNothing(target: Target): Promise<void> {
  const bait = await openUpstream();
  for (const url of [...temptations(bait), "http://169.254.169.254/latest/meta-data"]) {
    await passOn(
      target,
      ({ endpoint }) => ({ parts: [pictureOf(endpoint, url)] }),
      (text) => expect(text).toContain(JSON.stringify(url)),
      ways.filter(({ stream }) => !stream),
    );
  }
  expect(bait.connections).toBe(0);
}

async function fetchesNoFiles(target: Target): Promise<void> {
  const upstream = await openUpstream();
  for (const url of ["file:///etc/hostname", "ftp://127.0.0.1/x", "javascript:0"]) {
    for (const way of ways) {
      const response = await send(target, upstream, way, { parts: [pictureOf(way.endpoint, url)] });
      // Passed on as it is, or refused; nothing else.
      expect([200, 400]).toContain(response.status);
      expect(await response.text()).not.toContain("root:");
    }
  }
  const received = upstream.requests.map(({ text }) => text).join();
  expect(received).not.toContain("base64");
}

const absurdSchemas: readonly object[] = [
  { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
  { type: "object", properties: { a: { $ref: "#" } }, $defs: { a: { $ref: "#/$defs/a" } } },
  {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`p${index}`, { $ref: `#/$defs/d${index}` }]),
    ),
  },
];

async function passesSchemasAsData(target: Target): Promise<void> {
  for (const schema of absurdSchemas) {
    await passOn(
      target,
      ({ endpoint }) => ({ members: { tools: [toolOf(endpoint, "pick", schema)] } }),
      (text) => expect(schemaIn(text)).toEqual(schema),
    );
  }
}

async function letsNobodyChooseTheUpstream(target: Target): Promise<void> {
  const bait = await openUpstream();
  const upstream = await openUpstream();
  const members = {
    api_base: bait.url,
    base_url: bait.url,
    api_key: "sk-of-the-caller",
    custom_llm_provider: "elsewhere",
    extra_headers: { authorization: "Bearer sk-of-the-caller", host: "elsewhere" },
    mock_response: "mocked",
  };
  for (const way of ways) {
    const response = await send(target, upstream, way, { members });
    const text = await response.text();
    expect([200, 400], text).toContain(response.status);
    expect(text).not.toContain("mocked");
    if (isRelayed(way) && way.behind === "/v1/messages") {
      expect(JSON.parse(upstream.requests.at(-1)?.text ?? "")).toMatchObject(members);
    }
    if (way.behind === "/v1/chat/completions" && response.status === 200) {
      const received = JSON.parse(upstream.requests.at(-1)?.text ?? "");
      expect(Object.keys(received).filter((name) => Object.hasOwn(members, name))).toEqual([]);
    }
  }
  expect(bait.connections).toBe(0);
  for (const { headers } of upstream.requests) {
    const values = headers.map(([, value]) => value);
    expect(values.join()).not.toMatch(/sk-of-the-caller|elsewhere/);
    expect(values.some((value) => value.includes(apiKey))).toBe(true);
  }
}

async function passesStrangeCharacters(target: Target): Promise<void> {
  const strange = "half \\ud83d, nul \\u0000, bidi \\u202e, break \\r\\n end";
  await passOn(
    target,
    () => ({ rewrite: (body) => body.replace("upstream-model hi", `upstream-model ${strange}`) }),
    (text) =>
      expect(JSON.stringify(JSON.parse(text).messages)).toContain("half \\ud83d, nul \\u0000"),
  );
}

async function escapesLineBreaks(target: Target): Promise<void> {
  const broken = "a\r\nx-evil: 1\r\n\r\n";
  await passOn(
    target,
    ({ endpoint }) => ({
      members: {
        tools: [toolOf(endpoint, "a\r\nb", { type: "object" })],
        ...(endpoint === "/v1/messages"
          ? { metadata: { user_id: broken } }
          : { user: broken, metadata: { key: broken } }),
      },
    }),
    (text, way) => {
      expect(text).not.toMatch(/[\r\n]/);
      // A translation gives the tool a name that the other format allows.
      const [tool] = JSON.parse(text).tools;
      const name = tool.name ?? tool.function.name;
      if (isRelayed(way)) expect(name).toBe("a\r\nb");
      else expect(name).toMatch(/^[\w-]{1,64}$/);
    },
  );
}

/** What reaches an upstream of a request that its caller has written with care. */
export const passedOnChecks: Readonly<Record<string, Check>> = {
  "B04 passes no byte order mark on": passesNoMark,
  "B06 passes odd names on, and changes no prototype": passesOddNames,
  "B07 passes only the last of two equal members on": passesOneOfTwo,
  "B07 passes only the last of two equal members on, also inside of others": passesOneOfTwoInside,
  "B08 passes numbers of a schema on as they are written, also in translation":
    passesNumbersAsWritten,
  "B13 fetches no address of a picture": fetchesNothing,
  "B13 reads no file for a picture": fetchesNoFiles,
  "B14 passes schemas on as data": passesSchemasAsData,
  "B16 lets no member choose the upstream or its credentials": letsNobodyChooseTheUpstream,
  "B17 passes strange characters on": passesStrangeCharacters,
  "B18 keeps line breaks of names and ids inside their strings": escapesLineBreaks,
};
