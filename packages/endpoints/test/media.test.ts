import {
  type Content,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createUpstream,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import {
  createRelayFormat,
  imageEditsUpstream,
  imagesUpstream,
  speechUpstream,
  transcriptionsUpstream,
} from "../src/index.js";
import { mediaWorld, startFixed, startUpstream } from "./media-world.js";

const sound = new File([new Uint8Array([0, 13, 10, 45, 45, 255, 0])], "hello.wav", {
  type: "audio/wav",
});
const picture = new File([new Uint8Array([137, 80, 78, 71])], "one.png", { type: "image/png" });
const transcript = '{ "text":"Hello.", "usage":{"type":"duration","seconds":12.5} }';

/** A form as its bytes, with a boundary that never changes. */
function formOf(...parts: readonly string[]): string {
  return `${parts.map((part) => `--xYz\r\n${part}\r\n`).join("")}--xYz--\r\n`;
}
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, content = "RIFF") =>
  `Content-Disposition: form-data; name="${name}"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n${content}`;
const formType = { "content-type": "multipart/form-data; boundary=xYz" };
const path = "/v1/audio/transcriptions";

describe("a transcription", () => {
  it("reaches the official client, and its file the upstream", async () => {
    const { options, received } = await startFixed("application/json", transcript);
    const { openai, ledger } = mediaWorld(
      transcriptionsUpstream({
        ...options,
        prices: { input: 0, output: 0, units: { seconds: 0.0001 } },
      }),
    );
    const reply = await openai.audio.transcriptions.create({ file: sound, model: "public" });
    expect(reply.text).toBe("Hello.");
    const [sent] = received;
    const form = await new Response(new Uint8Array(sent?.bytes ?? []), {
      headers: { "content-type": sent?.headers["content-type"] ?? "" },
    }).formData();
    expect(form.get("model")).toBe("real");
    const given = form.get("file") as File;
    expect([given.name, given.type]).toEqual(["hello.wav", "audio/wav"]);
    expect(new Uint8Array(await given.arrayBuffer())).toEqual(
      new Uint8Array(await sound.arrayBuffer()),
    );
    expect(sent?.headers.authorization).toBe("Bearer sk-upstream-1");
    expect(ledger.all()).toMatchObject([
      {
        format: "transcriptions",
        model: "public",
        end: "completed",
        usage: { input: 0, output: 0, units: { seconds: 12.5 } },
        costNanoDollars: 1_250_000,
      },
    ]);
  });

  it("is sent byte for byte, but for the model's name", async () => {
    const { options, received } = await startFixed("application/json", transcript);
    const { send } = mediaWorld(transcriptionsUpstream(options));
    const body = formOf(file("file", "a\r\n--xY\r\n"), field("model", "public"), field("z", " 1 "));
    const response = await send(path, body, formType);
    expect(await response.text()).toBe(transcript);
    expect(received[0]?.bytes.toString("latin1")).toBe(body.replace("public", "real"));
    expect(received[0]?.headers["content-type"]).toBe("multipart/form-data; boundary=xYz");
  });

  it("is relayed as text if the caller asks for that", async () => {
    const { options } = await startFixed("text/plain; charset=utf-8", "Hello.\n");
    const { openai } = mediaWorld(transcriptionsUpstream(options));
    const reply = await openai.audio.transcriptions.create({
      ...{ file: sound, model: "public" },
      response_format: "text",
    });
    expect(reply).toBe("Hello.\n");
  });

  it("is streamed, with the usage of its last event", async () => {
    const events = [
      { type: "transcript.text.delta", delta: "Hel" },
      { type: "transcript.text.delta", delta: "lo." },
      {
        type: "transcript.text.done",
        text: "Hello.",
        usage: { type: "tokens", input_tokens: 14, output_tokens: 45 },
      },
    ];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const { options, received } = await startFixed("text/event-stream", text);
    const { openai, ledger } = mediaWorld(transcriptionsUpstream(options));
    const stream = await openai.audio.transcriptions.create({
      ...{ file: sound, model: "public" },
      stream: true,
    });
    const seen: unknown[] = [];
    for await (const event of stream) seen.push(event);
    expect(seen).toEqual(events);
    expect(received[0]?.bytes.toString("latin1")).toContain('name="stream"');
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ end: "completed", usage: { input: 14, output: 45 } }]);
  });

  it("comes in one piece from a model that does not stream", async () => {
    const { options } = await startFixed("application/json", transcript);
    const { send } = mediaWorld(transcriptionsUpstream(options));
    const body = formOf(file("file"), field("model", "public"), field("stream", "true"));
    const response = await send(path, body, formType);
    expect([response.status, await response.text()]).toEqual([200, transcript]);
  });

  it("with the same idempotency key is answered once, although each form has its own boundary", async () => {
    const { options, received } = await startFixed("application/json", transcript);
    const { send, ledger } = mediaWorld(transcriptionsUpstream(options), {
      idempotency: createMemoryIdempotency(),
    });
    const again = async (name = "hello.wav") => {
      const form = new FormData();
      form.append("file", sound, name);
      form.append("model", "public");
      return send(path, form, { "idempotency-key": "once" });
    };
    expect(await (await again()).text()).toBe(await (await again()).text());
    expect([received.length, ledger.all().length]).toEqual([1, 1]);
    expect((await again("other.wav")).status).toBe(400);
  });

  it("passes on an error of the upstream, and costs nothing", async () => {
    const error = {
      error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" },
    };
    const { options } = await startFixed("application/json", JSON.stringify(error), 429);
    const { send, ledger } = mediaWorld(
      transcriptionsUpstream({
        ...options,
        prices: { input: 0, output: 0, units: { seconds: 1 } },
      }),
    );
    const response = await send(path, formOf(file("file"), field("model", "public")), formType);
    expect([response.status, await response.json()]).toMatchObject([429, error]);
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ upstreamStatus: 429, costNanoDollars: 0, usage: { input: 0 } }]);
  });

  it("shows reporters the fields of its form, and no bytes of its file", async () => {
    const { options } = await startFixed("application/json", transcript);
    const shown: string[] = [];
    const { send } = mediaWorld(transcriptionsUpstream(options), {
      reporter: Object.assign(() => undefined, {
        contents: (content: Content) => {
          if (content.type === "request") shown.push(new TextDecoder().decode(content.body));
        },
      }),
    });
    await send(path, formOf(file("file", "SECRET"), field("model", "public")), formType);
    expect(shown.map((text) => JSON.parse(text))).toEqual([
      { file: { filename: "a.wav", contentType: "audio/wav", bytes: 6 }, model: "public" },
    ]);
  });
});

describe("a form that no model has to see", () => {
  const good = [file("file"), field("model", "public")];
  it.each([
    ["without a file", formOf(field("model", "public")), "file"],
    ["with a text in place of the file", formOf(field("file", "RIFF"), good[1] as string), "file"],
    ["without a model", formOf(file("file")), "model"],
    ["with an empty model", formOf(file("file"), field("model", "")), "model"],
    ["with two models", formOf(...good, field("model", "other")), "model"],
    ["with a list of models", formOf(...good, field("model[]", "other")), "model"],
    ["with a file as its model", formOf(file("file"), file("model")), "model"],
    ["with a text that is not UTF-8", formOf(...good, field("prompt", "\u00ff")), "prompt"],
    [
      "with a text of more than 1 MiB",
      formOf(...good, field("prompt", "a".repeat(1_048_577))),
      "prompt",
    ],
    [
      "with a model in base64",
      formOf(file("file"), `Content-Transfer-Encoding: base64\r\n${field("model", "cHVibGlj")}`),
      "model",
    ],
    ["that is cut off", formOf(...good).slice(0, -10), null],
    ["that does not begin with its boundary", `x${formOf(...good)}`, null],
    ["with a part without a name", formOf(...good, "Content-Type: text/plain\r\n\r\na"), null],
    [
      "with a name that two readers read in two ways",
      formOf(...good, field('a\\";name="model', "b")),
      null,
    ],
    ["with a header twice", formOf(...good, `X-A: 1\r\nX-A: 2\r\n${field("b", "c")}`), null],
    [
      "with a part without an end of its headers",
      formOf(...good, 'Content-Disposition: form-data; name="a"'),
      null,
    ],
    ["with too many parts", formOf(...good, ...Array<string>(300).fill(field("a", "b"))), null],
    ["that is empty", "", null],
  ])("%s names the field at fault", async (_name, body, param) => {
    const { options, received } = await startFixed("application/json", transcript);
    const { send, ledger } = mediaWorld(transcriptionsUpstream(options));
    const response = await send(path, Buffer.from(body, "latin1"), formType);
    const { error } = (await response.json()) as { error: { param: unknown; message: string } };
    expect([response.status, error.param]).toEqual([400, param]);
    expect(error.message).not.toMatch(/RIFF/);
    expect([received, ledger.all()]).toEqual([[], []]);
  });

  it.each([
    ["application/json", 415],
    ["multipart/form-data", 400],
    ["multipart/form-data; boundary=", 400],
  ])("of the type %s is refused with %d", async (type, status) => {
    const { options } = await startFixed("application/json", transcript);
    const { send } = mediaWorld(transcriptionsUpstream(options));
    const response = await send(path, '{"model":"public"}', { "content-type": type });
    expect(response.status).toBe(status);
  });

  it("may be as large as any body, and no larger", async () => {
    const { options } = await startFixed("application/json", transcript);
    const { send } = mediaWorld(transcriptionsUpstream(options), {
      sizeLimits: { bodyBytes: 5_000 },
    });
    const body = formOf(file("file", "a".repeat(6_000)), field("model", "public"));
    expect((await send(path, body, formType)).status).toBe(413);
  });

  it("reaches the upstream with the one boundary that was read", async () => {
    const { options, received } = await startFixed("application/json", transcript);
    const { send } = mediaWorld(transcriptionsUpstream(options));
    const type = { "content-type": "multipart/form-data; boundary=xYz; boundary=other" };
    expect((await send(path, formOf(...good), type)).status).toBe(200);
    expect(received[0]?.headers["content-type"]).toBe("multipart/form-data; boundary=xYz");
  });

  it("cannot choose its route at the upstream", async () => {
    const { options, received } = await startFixed("application/json", transcript);
    const { send } = mediaWorld(transcriptionsUpstream(options));
    const response = await send(path, formOf(...good, field("api_base", "http://x")), formType);
    expect([response.status, received]).toEqual([400, []]);
  });
});

describe("speech", () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
  const prices = { input: 0, output: 0, units: { characters: 0.000015 } };

  it("reaches the official client byte for byte, and costs its characters", async () => {
    const { options, received } = await startFixed("audio/mpeg", bytes);
    const { openai, ledger } = mediaWorld(speechUpstream({ ...options, prices }));
    const asked = { model: "public", voice: "alloy", input: "Zażółć 🙂" };
    const reply = await openai.audio.speech.create(asked);
    expect(reply.headers.get("content-type")).toBe("audio/mpeg");
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(bytes);
    expect(JSON.parse(received[0]?.bytes.toString() ?? "")).toEqual({ ...asked, model: "real" });
    await expect
      .poll(() => ledger.all())
      .toMatchObject([
        {
          end: "completed",
          usage: { units: { characters: 8 } },
          costNanoDollars: 120_000,
          reservedNanoDollars: 120_000,
        },
      ]);
  });

  it("arrives while the upstream still speaks", async () => {
    let goOn: () => unknown = () => undefined;
    const { options } = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" }).write("first");
      goOn = () => response.end("second");
    });
    const { openai } = mediaWorld(speechUpstream(options));
    const reply = await openai.audio.speech.create({ model: "public", voice: "alloy", input: "a" });
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("first");
    goOn();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("second");
    expect((await reader.read()).done).toBe(true);
  });

  it("that breaks off breaks the caller's connection, and nothing is added to the sound", async () => {
    let cut: () => unknown = () => undefined;
    const { options } = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" }).write("first");
      cut = () => response.destroy();
    });
    const { send, ledger } = mediaWorld(speechUpstream(options));
    const body = JSON.stringify({ model: "public", voice: "alloy", input: "abc" });
    const response = await send("/v1/audio/speech", body, { "content-type": "application/json" });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("first");
    cut();
    await expect(reader.read()).rejects.toThrow();
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ end: "upstream_error", usage: { units: { characters: 3 } } }]);
  });

  it("ends when its caller leaves", async () => {
    const { options } = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" }).write("first");
    });
    const { send, ledger } = mediaWorld(speechUpstream(options));
    const body = JSON.stringify({ model: "public", voice: "alloy", input: "abc" });
    const response = await send("/v1/audio/speech", body, { "content-type": "application/json" });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => ledger.all()).toMatchObject([{ end: "client_abort" }]);
  });

  it("is not a page", async () => {
    const { options } = await startFixed("text/html", "<html>");
    const { send } = mediaWorld(speechUpstream(options));
    const body = JSON.stringify({ model: "public", voice: "alloy", input: "abc" });
    const response = await send("/v1/audio/speech", body, { "content-type": "application/json" });
    expect(response.status).toBe(502);
  });

  it("is refused if the budget does not cover its characters", async () => {
    const { options, received } = await startFixed("audio/mpeg", bytes);
    const { send, ledger } = mediaWorld(speechUpstream({ ...options, prices }), {
      keys: createMemoryKeys([{ key, accountId: "team" }]),
      ledger: createMemoryLedger({ budgets: { team: 30_000 } }),
    });
    const body = JSON.stringify({ model: "public", voice: "alloy", input: "abc" });
    const response = await send("/v1/audio/speech", body, { "content-type": "application/json" });
    expect(await response.json()).toMatchObject({ error: { code: "insufficient_quota" } });
    expect([received, ledger.all()]).toEqual([[], []]);
  });
});

describe("images", () => {
  const reply = '{ "created":1, "data":[ {"b64_json":"AA=="}, {"b64_json":"AQ=="} ] }';
  const prices = { input: 0, output: 0, units: { images: 0.04 } };

  it("are edited by the official client, from one file or several", async () => {
    const { options, received } = await startFixed("application/json", reply);
    const { openai, ledger } = mediaWorld(imageEditsUpstream({ ...options, prices }));
    for (const image of [picture, [picture, picture]]) {
      const edited = await openai.images.edit({ image, prompt: "A hat.", model: "public", n: 2 });
      expect(edited.data).toHaveLength(2);
    }
    expect(received[1]?.bytes.toString("latin1")).toContain('name="image[]"');
    const row = {
      format: "image-edits",
      usage: { units: { images: 2 } },
      costNanoDollars: 80_000_000,
      reservedNanoDollars: 80_000_000,
    };
    expect(ledger.all()).toMatchObject([row, row]);
  });

  it("are made of a text", async () => {
    const { options } = await startFixed("application/json", reply);
    const { openai, ledger } = mediaWorld(imagesUpstream({ ...options, prices }));
    await openai.images.generate({ prompt: "A hat.", model: "public" });
    expect(ledger.all()).toMatchObject([
      {
        usage: { units: { images: 2 } },
        costNanoDollars: 80_000_000,
        reservedNanoDollars: 40_000_000,
      },
    ]);
  });
});

describe("a unit without a price", () => {
  it("is recorded and costs nothing", async () => {
    const { options } = await startFixed("application/json", transcript);
    const model = transcriptionsUpstream({ ...options, prices: { input: 1, output: 1 } });
    const { openai, ledger } = mediaWorld(model);
    await openai.audio.transcriptions.create({ file: sound, model: "public" });
    expect(ledger.all()).toMatchObject([
      { usage: { units: { seconds: 12.5 } }, costNanoDollars: 0 },
    ]);
  });

  it("is refused where prices are required, like a model without prices", async () => {
    const { options } = await startFixed("application/json", transcript);
    const model = transcriptionsUpstream({ ...options, prices: { input: 1, output: 1 } });
    expect(() => mediaWorld(model, { requirePrices: true })).toThrow(
      'the model "public" has no price for "seconds", which "requirePrices" demands',
    );
  });
});

describe("an endpoint that is made for forms and JSON", () => {
  const pages = createRelayFormat({
    ...{ name: "pages", path: "/v1/pages", body: "either", reply: "any" },
    units: { pages: { from: "headers", at: "x-pages" } },
  });

  it("takes both, and counts what the headers of the reply have", async () => {
    const { options, received } = await startUpstream((response) =>
      response.writeHead(200, { "content-type": "application/pdf", "x-pages": "3" }).end("%PDF"),
    );
    const { send, ledger } = mediaWorld(createUpstream(pages.upstream, options), {
      formats: [pages.format],
    });
    const json = { "content-type": "application/json" };
    for (const response of [
      await send("/v1/pages", formOf(field("model", "public")), formType),
      await send("/v1/pages", '{ "model":"public" }', json),
    ]) {
      expect([response.status, await response.text()]).toEqual([200, "%PDF"]);
    }
    expect(received.map(({ headers }) => headers["content-type"])).toEqual([
      formType["content-type"],
      json["content-type"],
    ]);
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ usage: { units: { pages: 3 } } }, { usage: { units: { pages: 3 } } }]);
  });

  it("is refused with units that cannot be", () => {
    const make = (units: object) => () =>
      createRelayFormat({ name: "a", path: "/a", units } as never);
    expect(make({ "a b": { from: "reply", at: "/a" } })).toThrow(/must be 1 to 64 letters/);
    expect(make({ a: { from: "body", at: "/a" } })).toThrow(/one of reply, headers, request/);
  });
});
