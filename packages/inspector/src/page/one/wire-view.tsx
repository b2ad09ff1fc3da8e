import type { ReceiptEntry } from "@diglot/core";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { RequestDetail, ShownAnswer, ShownBody } from "../../wire.js";
import { Choices } from "../parts/choices.js";
import { byteSize } from "../parts/format.js";
import { LongList } from "../parts/long-list.js";
import { toEventTexts } from "./event-texts.js";
import { type JsonLine, toJsonLines } from "./json-lines.js";

/** The wire on both sides, beside each other. */
export function Wire(detail: RequestDetail) {
  const { contents } = detail;
  return (
    <section aria-label="Wire">
      <h2>Wire</h2>
      {contents === "kept" && <Bodies {...detail} />}
      {contents === "off" && (
        <p class="quiet">
          Contents are not captured. <code>createInspector({"{ capture: true }"})</code> keeps them
          in memory.
        </p>
      )}
      {contents === "gone" && <p class="quiet">The contents of this request are no longer kept.</p>}
    </section>
  );
}

function Bodies({ request, answer, upstreams, losses, attempts }: RequestDetail) {
  const chosen = useSignal<string | undefined>(undefined);
  const id = chosen.value ?? upstreams.at(-1)?.attemptId;
  const upstream = upstreams.find(({ attemptId }) => attemptId === id);
  const numbers = new Map(attempts.map(({ attemptId, number }) => [attemptId, number]));
  const ofRequest = losses.filter(({ direction }) => direction === "request");
  const ofReply = losses.filter(({ direction }) => direction === "reply");
  return (
    <>
      {upstreams.length > 1 && (
        <Choices
          legend="Upstream of"
          values={upstreams.map(({ attemptId }) => attemptId)}
          chosen={id}
          name={(attemptId) => `attempt ${numbers.get(attemptId)}`}
          choose={(attemptId) => {
            chosen.value = attemptId;
          }}
        />
      )}
      <div class="bodies">
        {request && <Body title="Caller's request" body={request} losses={ofRequest} />}
        {upstream && (
          <Body title="Upstream's request" note={upstream.url} body={upstream.request} />
        )}
        {answer && <Answer title="Reply to the caller" {...answer} />}
        {upstream?.answer && (
          <Answer title="Upstream's reply" {...upstream.answer} losses={ofReply} />
        )}
      </div>
    </>
  );
}

interface BodyOptions {
  readonly title: string;
  readonly note?: string;
  readonly body: ShownBody;
  readonly losses?: readonly ReceiptEntry[];
  readonly isStream?: boolean;
}

function Answer({
  title,
  status,
  headers,
  body,
  losses = [],
}: ShownAnswer & Pick<BodyOptions, "title" | "losses">) {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isStream = type.startsWith("text/event-stream");
  const note = `${status} ${type}`;
  return <Body title={title} note={note} body={body} losses={losses} isStream={isStream} />;
}

function Body({ title, note, body, losses = [], isStream = false }: BodyOptions) {
  const isRaw = useSignal(false);
  return (
    <figure>
      <figcaption>
        <b>{title}</b>
        <span class="quiet note" title={note}>
          {note}
        </span>
        <span class="quiet numbers">{byteSize(body.bytes)}</span>
        <button
          type="button"
          class="plain"
          aria-label={`${title}, raw`}
          aria-pressed={isRaw.value}
          onClick={() => {
            isRaw.value = !isRaw.value;
          }}
        >
          Raw
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>
        {isStream && !isRaw.value && <Events text={body.text} />}
        {!isStream && !isRaw.value && <Lines text={body.text} losses={losses} />}
        {isRaw.value && <Raw text={body.text} />}
        {body.isCut && <em>The rest was not kept.</em>}
      </pre>
    </figure>
  );
}

/** Pixels of a line that is not broken. */
const lineHeight = 20;

type LinesOptions = Pick<ShownBody, "text"> & { readonly losses: readonly ReceiptEntry[] };

/** A text that is set out if it is JSON, with the receipt at its members. */
function Lines({ text, losses }: LinesOptions) {
  const lines = useMemo(() => toJsonLines(text), [text]);
  if (!lines) return <Raw text={text} />;
  const draw = (some: readonly JsonLine[]) =>
    some.map((line, index) => {
      const own = losses.filter(({ at }) => at === line.pointer);
      return (
        <span key={index} class={own.length > 0 ? "line lossy" : "line"}>
          {`${line.text}\n`}
          {own.map(({ code, to, reason }) => (
            <em key={reason}>{`${code}${to ? ` to ${to}` : ""}: ${reason}\n`}</em>
          ))}
        </span>
      );
    });
  return <LongList items={lines} itemHeight={lineHeight} draw={draw} />;
}

/** A stream, event by event. */
function Events({ text }: Pick<ShownBody, "text">) {
  const events = useMemo(() => toEventTexts(text), [text]);
  const draw = (some: readonly string[]) =>
    some.map((event, index) => (
      <span key={index} class="frame">
        {event}
      </span>
    ));
  return <LongList items={events} itemHeight={2 * lineHeight} draw={draw} />;
}

function Raw({ text }: Pick<ShownBody, "text">) {
  const lines = useMemo(() => text.split("\n"), [text]);
  return <LongList items={lines} itemHeight={lineHeight} draw={(some) => some.join("\n")} />;
}
