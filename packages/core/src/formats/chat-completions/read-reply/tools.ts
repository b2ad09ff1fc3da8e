import type { OpenedBlock } from "../../../conversation/events.js";
import { createUniqueIds, type ToolNames } from "../../../conversation/legal-names.js";
import { badReply } from "../../../errors/bad-reply.js";
import { findCall } from "./find-call.js";
import type { CallFragment } from "./message.js";
import { messageAt, type NoteLoss } from "./notes.js";
import { losses } from "./rules.js";
import type { CallSegment } from "./segment.js";
import { createToolArguments } from "./tool-arguments.js";

/** What the calls of a reply need to know. */
export interface CallContext {
  readonly names: ToolNames;
  createToolCallId(): string;
}

/** The calls of one reply. */
export interface ToolCallTracker {
  /**
   * Adds a fragment to the call that it belongs to; returns the call if it is new.
   * @throws ServiceError `upstream_bad_response` for more arguments of a call whose arguments are complete
   */
  add(fragment: CallFragment): CallSegment | undefined;
  /** The block of a call that opens. */
  open(call: CallSegment): OpenedBlock;
  /** Whether any call has opened. */
  opened(): boolean;
  /** Whether some call lacks arguments. */
  incomplete(): boolean;
}

interface Tracking {
  readonly context: CallContext;
  readonly note: NoteLoss;
  /** The calls in the order in which they began. */
  readonly calls: CallSegment[];
  /** The call that each index of the wire last referred to. */
  readonly byIndex: Map<number, CallSegment>;
  /** The last call with each id. */
  readonly byId: Map<string, CallSegment>;
  /** Makes the ids that the caller is given unique. */
  readonly toUniqueId: (id: string) => string;
  /** The declared names with which another one begins. */
  readonly growing: ReadonlySet<string>;
  hasOpened: boolean;
}

/** A tracker without calls. */
export function createToolCallTracker(context: CallContext, note: NoteLoss): ToolCallTracker {
  const tracking: Tracking = {
    context,
    note,
    calls: [],
    byIndex: new Map(),
    byId: new Map(),
    toUniqueId: createUniqueIds(anyId, Number.POSITIVE_INFINITY),
    growing: findGrowing(context.names.declared),
    hasOpened: false,
  };
  return {
    add: (fragment) => add(tracking, fragment),
    open: (call) => open(tracking, call),
    opened: () => tracking.hasOpened,
    incomplete: () => tracking.calls.some((call) => !call.arguments.complete()),
  };
}

function add(tracking: Tracking, fragment: CallFragment): CallSegment | undefined {
  const { byIndex, note } = tracking;
  const known = findCall(tracking, fragment);
  const call = known ?? start(tracking);
  if (fragment.index !== undefined) byIndex.set(fragment.index, call);
  addId(tracking, call, fragment.id);
  addName(tracking, call, fragment.name);
  addExtra(call, fragment.extra, note);
  addArguments(call, fragment.arguments, note);
  if (call.arguments.begun()) call.nameSettled ||= call.name !== "";
  return known ? undefined : call;
}

function start({ calls }: Tracking): CallSegment {
  const call: CallSegment = {
    kind: "call",
    at: `${messageAt}/tool_calls/${calls.length}`,
    arguments: createToolArguments(),
    state: "queued",
    id: "",
    name: "",
    nameSettled: false,
    extra: undefined,
  };
  calls.push(call);
  return call;
}

function addId({ byId, note }: Tracking, call: CallSegment, id: string): void {
  if (id === "" || call.id === id) return;
  if (call.id === "" && call.state === "queued") {
    call.id = id;
    byId.set(id, call);
  } else note(losses.lateId, `${call.at}/id`);
}

function addExtra(call: CallSegment, extra: CallFragment["extra"], note: NoteLoss): void {
  if (!extra) return;
  if (call.state === "queued") call.extra = { ...call.extra, ...extra };
  else if (!repeatsExtra(call, extra)) note(losses.lateExtra, call.at);
}

function repeatsExtra(call: CallSegment, extra: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(extra).every((name) => call.extra && Object.hasOwn(call.extra, name));
}

/** Names may arrive in pieces, or in full in every fragment. */
function addName({ context, growing }: Tracking, call: CallSegment, piece: string): void {
  if (piece === "" || call.nameSettled || piece === call.name) return;
  call.name += piece;
  call.nameSettled = context.names.declared.has(call.name) && !growing.has(call.name);
}

/** The names with which another one begins; in order, such a name directly follows. */
function findGrowing(names: ReadonlySet<string>): ReadonlySet<string> {
  const sorted = [...names].sort();
  return new Set(sorted.filter((name, index) => sorted[index + 1]?.startsWith(name)));
}

function addArguments(call: CallSegment, piece: string, note: NoteLoss): void {
  if (call.state !== "over") call.arguments.add(piece);
  else if (!call.arguments.repeats(piece)) {
    throw badReply("The arguments of a call went on after its end.");
  } else if (piece.trim() !== "") note(losses.repeatedArguments, call.at);
}

function open(tracking: Tracking, call: CallSegment): OpenedBlock {
  const { name, extra } = call;
  tracking.hasOpened = true;
  return {
    type: "tool_call",
    id: toUniqueId(tracking, call),
    name: tracking.context.names.fromUpstream(name),
    ...(extra && { extra }),
  };
}

/** The caller's ids are unique in a reply, whatever the upstream does. */
function toUniqueId(tracking: Tracking, { id, at }: CallSegment): string {
  const { context, note } = tracking;
  if (id === "") note(losses.missingId, at);
  const base = id === "" ? context.createToolCallId() : id;
  const unique = tracking.toUniqueId(base);
  if (unique !== base) note(losses.repeatedId, `${at}/id`);
  return unique;
}

const anyId = /^/;
