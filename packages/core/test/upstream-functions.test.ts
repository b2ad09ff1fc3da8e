import { framesOf } from "@diglot/test-support/answers";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { balanced, type Model, withFallback, withRetry, withTimeout } from "../src/index.js";
import { upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, replies, streamOf } from "./upstream-of.js";

type Answer = Parameters<typeof fakeUpstream>[0];

/** An upstream model that returns these answers in turn, and then repeats the last one. */
function upstreamOf(format: FormatName, id: string, ...answers: readonly Answer[]) {
  let next = 0;
  const fake = fakeUpstream(
    (request) => {
      const answer = answers[Math.min(next, answers.length - 1)] ?? fine(format);
      next++;
      return answer(request);
    },
    { id },
  );
  return { model: upstreamCreators[format](fake.options), seen: fake.seen };
}

/** A JSON reply with the text "Hello.". */
const fine =
  (format: FormatName): Answer =>
  ({ body }) =>
    body.stream === true ? streamOf(frames[format]) : Response.json(replies[format]);

/** An overloaded upstream, in the words of its format. */
const full =
  (format: FormatName): Answer =>
  () => {
    const error = { type: "overloaded_error", message: "No room here.", code: null, param: null };
    const body = format === "messages" ? { type: "error", error } : { error };
    return Response.json(body, { status: format === "messages" ? 529 : 503 });
  };

const refused: Answer = () => {
  throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
};

/** A reply that is cut after this many frames; JSON is cut in the middle. */
const cut =
  (format: FormatName, after: number): Answer =>
  ({ body }) =>
    body.stream === true
      ? streamOf(frames[format].slice(0, after))
      : new Response(JSON.stringify(replies[format]).slice(0, 60), {
          headers: { "content-type": "application/json" },
        });

/** A reply that reports an error after this many frames, all at once; JSON is the error alone. */
const failing =
  (format: FormatName, after: number): Answer =>
  ({ body }) => {
    const error = { type: "error", error: { type: "api_error", message: "No." } };
    const last = `event: error\ndata: ${JSON.stringify(error)}\n\n`;
    return body.stream === true
      ? streamOf([frames[format].slice(0, after).join("") + last])
      : Response.json(error, { status: 500 });
  };

const silent: Answer = () => new Promise<Response>(() => undefined);

const ways = formatNames.flatMap((caller) =>
  formatNames.flatMap((first) =>
    formatNames.flatMap((second) =>
      [true, false].map((stream) => ({ caller, first, second, stream })),
    ),
  ),
);

describe.each(ways)(
  "a $caller caller before $first and $second upstreams, streamed: $stream",
  ({ caller, first, second, stream }) => {
    function serve(model: Model) {
      const { service, ledger } = serviceOf(model);
      const ask = async () => {
        const response = await service.request(...requestOf(caller, { model: model.id, stream }));
        return { status: response.status, text: await response.text() };
      };
      /** The ends of all attempts, once they are settled. */
      const ends = async () => {
        await service.close();
        return ledger.all().map((row) => `${row.model} ${row.state === "settled" && row.end}`);
      };
      return { ask, ends };
    }

    /** The text of an answer, as JSON or in frames. */
    function said(text: string): string {
      const bodies = stream ? framesOf(text).map(({ data }) => data) : [text];
      return bodies
        .flatMap((body) => /"(?:text|content)":"(\w+\.?)"/.exec(body)?.[1] ?? [])
        .join("");
    }

    it.each<[string, Answer]>([
      ["cannot be reached", refused],
      ["has no room", full(first)],
      ["breaks off before its content", cut(first, 1)],
      ["reports an error before its content", failing(first, 1)],
    ])("a fallback answers with the second when the first %s", async (_name, answer) => {
      const a = upstreamOf(first, "a", answer);
      const b = upstreamOf(second, "b");
      const { ask, ends } = serve(withFallback([a.model, b.model]));
      const { status, text } = await ask();
      expect([status, said(text)]).toEqual([200, "Hello."]);
      expect(await ends()).toEqual(["a upstream_error", "b completed"]);
    });

    it.each([
      ["broke off", cut],
      ["failed", failing],
    ])(
      "a fallback does not hide that the first reply %s in the middle of its content",
      async (_how, end) => {
        const a = upstreamOf(first, "a", end(first, first === "messages" ? 3 : 2));
        const b = upstreamOf(second, "b");
        const { ask, ends } = serve(withFallback([a.model, b.model]));
        const { text } = await ask();
        if (stream) {
          expect(said(text)).toBe("Hel");
          expect(framesOf(text).at(-1)?.data).toContain('"error"');
          expect(await ends()).toEqual(["a upstream_error"]);
        } else {
          // A whole body that is cut has shown nothing yet.
          expect(said(text)).toBe("Hello.");
          expect(await ends()).toEqual(["a upstream_error", "b completed"]);
        }
      },
    );

    it("a fallback in which no upstream answers reports the error of the last one", async () => {
      const a = upstreamOf(first, "a", refused);
      const b = upstreamOf(second, "b", full(second));
      const { ask, ends } = serve(withFallback([a.model, b.model]));
      const { status, text } = await ask();
      expect(status).toBe(caller === "messages" ? 529 : 503);
      expect(text.includes("No room here.")).toBe(caller === second);
      expect(await ends()).toEqual(["a upstream_error", "b upstream_error"]);
    });

    it("a retry shows only the attempt that succeeds", async () => {
      const a = upstreamOf(first, "a", full(first), refused, fine(first));
      const { ask, ends } = serve(withRetry(a.model, { baseDelay: 1 }));
      const { status, text } = await ask();
      expect([status, said(text)]).toEqual([200, "Hello."]);
      expect(await ends()).toEqual(["a upstream_error", "a upstream_error", "a completed"]);
    });

    it("a fallback abandons an upstream that is silent for too long", async () => {
      const a = upstreamOf(first, "a", silent);
      const b = upstreamOf(second, "b");
      const limited = withTimeout(a.model, { firstEvent: 20 });
      const { ask, ends } = serve(withFallback([limited, b.model]));
      expect(said((await ask()).text)).toBe("Hello.");
      expect(a.seen[0]?.signal.aborted).toBe(true);
      expect(await ends()).toEqual(["a timeout", "b completed"]);
    });

    it("a balanced model sends nothing more to an upstream that keeps failing", async () => {
      const a = upstreamOf(first, "a", full(first));
      const b = upstreamOf(second, "b");
      const { ask } = serve(withRetry(balanced([a.model, b.model]), { retries: 9, baseDelay: 1 }));
      for (let asked = 0; asked < 8; asked++) expect(said((await ask()).text)).toBe("Hello.");
      expect(a.seen.length).toBeLessThanOrEqual(3);
      expect(b.seen).toHaveLength(8);
    });
  },
);
