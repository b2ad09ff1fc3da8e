import { type Format, streamReply } from "../shared/formats.ts";
import { requestBody } from "../shared/requests.ts";
import { loadSource } from "../shared/source.ts";
import type { Case } from "./case.ts";

/** What is used here of an upstream's format. Core does not export it, and it may change. */
interface RelaySide {
  readonly capabilities: object;
  editRelayedRequest(bytes: Uint8Array, body: object, edits: object): unknown;
  createRelayObserver(capabilities: object, addedUsage: boolean, body: object): Observer;
}

interface Observer {
  push(frame: string): unknown;
}

const folders = { chat: "chat-completions", messages: "messages" } as const;
const section = "single steps";
const deltas = 100;

/** The steps of a relay, which core does not export. */
export async function relayStepCases(root: string): Promise<readonly Case[]> {
  const formats: readonly Format[] = ["chat", "messages"];
  return (await Promise.all(formats.map((format) => casesOf(root, format)))).flat();
}

async function casesOf(root: string, format: Format): Promise<readonly Case[]> {
  const path = `formats/${folders[format]}/upstream.ts`;
  const module = await loadSource<Readonly<Record<string, RelaySide>>>(root, path);
  const side = Object.values(module).find((value) => "editRelayedRequest" in value);
  if (!side) throw new Error(`${path} has no relay.`);
  return [editCase(side, format), observeCase(side, format)];
}

function editCase(side: RelaySide, format: Format): Case {
  const text = requestBody(format, false);
  const bytes = new TextEncoder().encode(text);
  const body = JSON.parse(text);
  const receipt = { entries: [], record: () => true, apply: () => true };
  const edits = { model: "another-name", capabilities: side.capabilities, receipt };
  return {
    section,
    title: `edit a relayed request of ${format}`,
    reference: "JSON.parse",
    own: () => side.editRelayedRequest(bytes, body, edits),
    bare: () => JSON.parse(text),
  };
}

function observeCase(side: RelaySide, format: Format): Case {
  const { head, deltas: frames } = streamReply(format, deltas);
  const opening = head.split(/(?<=\n\n)/);
  const [delta = ""] = frames;
  const json = delta.slice(delta.indexOf("{"));
  const body = JSON.parse(requestBody(format, true));
  return {
    section,
    title: `observe a relayed delta of ${format}`,
    reference: "JSON.parse",
    operations: deltas,
    own: () => {
      const observer = side.createRelayObserver(side.capabilities, false, body);
      for (const frame of opening) observer.push(frame);
      for (const frame of frames) observer.push(frame);
    },
    bare: () => {
      for (let index = 0; index < deltas; index++) JSON.parse(json);
    },
  };
}
