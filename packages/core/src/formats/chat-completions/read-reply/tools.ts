import type { OpenedBlock } from "../../../conversation/events.js";
import { createUniqueIds, type ToolNames, toShortKey } from "../../../conversation/legal-names.js";
import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { badReply } from "../../../errors/bad-reply.js";
import { tooManyBlocks } from "../../../errors/reply-too-large.js";
import { findCall } from "./find-call.js";
import type { CallFragment } from "./message.js";
import { losses } from "./rules.js";
import { type CallSegment, placeOfCall } from "./segment.js";
import { createToolArguments } from "./tool-arguments.js";

/** What the calls of a reply need to know. */
export interface CallContext {
  readonly names: ToolNames;
  readonly maxBlocks: number;
  createToolCallId(): string;
}

/** The calls of one reply. */
export interface ToolCallTracker {
  /**
   * Adds a fragment to the call that it belongs to; returns the call if it is new.
   * @throws ServiceError `upstream_bad_response` for more arguments of a call whose arguments are
   * complete, and for more indexes than a reply may have blocks
   */
  add(fragment: CallFragment): CallSegment | undefined;
  /** The block of a call that opens. */
  open(call: CallSegment): OpenedBlock;
  /** Forgets of a call that is over all but what tells its repetition from a new call. */
  close(call: CallSegment): void;
  /** Whether any call has opened. */
  opened(): boolean;
  /** Whether some call lacks arguments. */
  incomplete(): boolean;
}

interface Tracking {
  readonly context: CallContext;
  readonly note: NoteLoss;
  /** How many calls have begun. */
  count: number;
  /** The call that began last. */
  last: CallSegment | undefined;
  /** The calls that are not over. */
  readonly open: Set<CallSegment>;
  /** Whether a call that is over lacks arguments. */
  lacksArguments: boolean;
  /** The call that each index of the wire last referred to. */
  readonly byIndex: Map<number, CallSegment>;
  /** The last call with each id, by the key of the id. */
  readonly byKey: Map<string, CallSegment>;
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
    count: 0,
    last: undefined,
    open: new Set(),
    lacksArguments: false,
    byIndex: new Map(),
    byKey: new Map(),
    toUniqueId: createUniqueIds(anyId, Number.POSITIVE_INFINITY),
    growing: findGrowing(context.names.declared),
    hasOpened: false,
  };
  return {
    add: (fragment) => add(tracking, fragment),
    open: (call) => open(tracking, call),
    close: (call) => close(tracking, call),
    opened: () => tracking.hasOpened,
    incomplete: () => tracking.lacksArguments || [...tracking.open].some(lacksArguments),
  };
}

function add(tracking: Tracking, fragment: CallFragment): CallSegment | undefined {
  const { note } = tracking;
  const known = findCall(tracking, fragment);
  const call = known ?? start(tracking);
  addIndex(tracking, call, fragment.index);
  addId(tracking, call, fragment.id);
  addName(tracking, call, fragment.name);
  addExtra(call, fragment.extra, note);
  addArguments(call, fragment.arguments, note);
  if (call.arguments.begun()) call.nameSettled ||= call.name !== "";
  return known ? undefined : call;
}

function start(tracking: Tracking): CallSegment {
  const call: CallSegment = {
    kind: "call",
    position: tracking.count,
    arguments: createToolArguments(),
    state: "queued",
    id: "",
    key: "",
    name: "",
    nameSettled: false,
    extra: undefined,
  };
  tracking.count += 1;
  tracking.last = call;
  tracking.open.add(call);
  return call;
}

/** One call may have many indexes, which are as many things to remember as so many calls. */
function addIndex(
  { byIndex, context }: Tracking,
  call: CallSegment,
  index: number | undefined,
): void {
  if (index === undefined) return;
  byIndex.set(index, call);
  if (byIndex.size > context.maxBlocks) throw tooManyBlocks(context.maxBlocks);
}

function addId({ byKey, note }: Tracking, call: CallSegment, id: string): void {
  const key = toShortKey(id);
  if (id === "" || call.key === key) return;
  if (call.key === "" && call.state === "queued") {
    call.id = id;
    call.key = key;
    byKey.set(key, call);
  } else note(losses.lateId, `${placeOfCall(call)}/id`);
}

function addExtra(call: CallSegment, extra: CallFragment["extra"], note: NoteLoss): void {
  if (!extra) return;
  if (call.state === "queued") call.extra = { ...call.extra, ...extra };
  else if (!repeatsExtra(call, extra)) note(losses.lateExtra, placeOfCall(call));
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
  } else if (piece.trim() !== "") note(losses.repeatedArguments, placeOfCall(call));
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

function close(tracking: Tracking, call: CallSegment): void {
  const { extra } = call;
  tracking.open.delete(call);
  tracking.lacksArguments ||= lacksArguments(call);
  call.state = "over";
  call.arguments.forget();
  call.id = "";
  call.name = toShortKey(call.name);
  call.extra = extra && Object.fromEntries(Object.keys(extra).map((name) => [name, true]));
}

function lacksArguments(call: CallSegment): boolean {
  return !call.arguments.complete();
}

/** The caller's ids are unique in a reply, whatever the upstream does. */
function toUniqueId(tracking: Tracking, call: CallSegment): string {
  const { context, note } = tracking;
  const { id } = call;
  if (id === "") note(losses.missingId, placeOfCall(call));
  const base = id === "" ? context.createToolCallId() : id;
  const unique = tracking.toUniqueId(base);
  if (unique !== base) note(losses.repeatedId, `${placeOfCall(call)}/id`);
  return unique;
}

const anyId = /^/;
