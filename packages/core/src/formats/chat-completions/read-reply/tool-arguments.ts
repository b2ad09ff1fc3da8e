import { toShortKey } from "../../../conversation/legal-names.js";
import { badReply } from "../../../errors/bad-reply.js";
import { createObjectScanner, type ObjectScanner } from "../../../json/balance.js";
import { isObjectText } from "../../../json/check-json.js";
import { parseJson } from "../../../json/value.js";

/** The state of the arguments of a call. */
type Shape =
  /** Only white space. */
  | "empty"
  /** Exactly `{}`, which some servers send ahead of the real arguments. */
  | "placeholder"
  /** An object that is not closed yet; it can be sent as it comes. */
  | "object"
  /** A complete object. */
  | "complete"
  /** Something else; only the end shows what it is. */
  | "other";

/** What had to be done to arguments that are not a JSON object. */
export type ArgumentsLoss = "unwrapped" | "wrapped" | "broken";

/** The rest of the arguments of a call, and what was done to make all of it an object. */
export interface FinishedArguments {
  readonly json: string;
  readonly loss?: ArgumentsLoss;
}

/** The arguments of one call, as they arrive. */
export interface ToolArguments {
  /** @throws ServiceError `upstream_bad_response` for more text behind a complete object */
  add(piece: string): void;
  /** Whether a piece adds nothing new: white space, or a repetition of all arguments. */
  repeats(piece: string): boolean;
  /** The text that can be sent now; each character is returned once. */
  take(): string;
  /** To be called once, at the end of the call. */
  finish(): FinishedArguments;
  /** Whether anything except white space has arrived. */
  begun(): boolean;
  /** Whether a complete object has arrived. */
  complete(): boolean;
  /** Whether more text may make it an object. */
  unfinished(): boolean;
  /** Lets go of the text, after `finish`; a repetition is still recognised. */
  forget(): void;
}

/** Empty arguments. */
export function createToolArguments(): ToolArguments {
  return new Arrival();
}

/** The state of the arguments of one call. Replies may have thousands, so methods are not made for each. */
class Arrival implements ToolArguments {
  shape: Shape = "empty";
  /** Once it is forgotten, only a key of it. */
  text = "";
  isForgotten = false;
  /** Kept separately, because cutting it off the text each time would copy everything for every piece. */
  unsent = "";
  hasBegunSending = false;
  /** Finds the end of the object; needed until it was found. */
  scanner: ObjectScanner | undefined;

  add(piece: string): void {
    add(this, piece);
  }

  repeats(piece: string): boolean {
    return repeats(this, piece);
  }

  take(): string {
    return take(this);
  }

  finish(): FinishedArguments {
    return finishArguments(this);
  }

  begun(): boolean {
    return this.shape !== "empty";
  }

  complete(): boolean {
    return this.shape === "complete" || this.shape === "placeholder";
  }

  unfinished(): boolean {
    return this.shape === "empty" || this.shape === "object";
  }

  forget(): void {
    this.text = toShortKey(this.text.trim());
    this.isForgotten = true;
    this.unsent = "";
    this.scanner = undefined;
  }
}

function add(arrival: Arrival, piece: string): void {
  switch (arrival.shape) {
    case "empty":
      addFirst(arrival, piece);
      return;
    case "object":
      addObject(arrival, piece);
      return;
    case "other":
      append(arrival, piece);
      return;
    case "placeholder":
      if (piece.trim() !== "") replacePlaceholder(arrival, piece.trimStart());
      return;
    case "complete":
      if (!repeats(arrival, piece)) throw surplus();
  }
}

function append(arrival: Arrival, piece: string): void {
  arrival.text += piece;
  arrival.unsent += piece;
}

function addFirst(arrival: Arrival, piece: string): void {
  const first = piece.trimStart();
  if (first.startsWith("{")) addObject(arrival, first);
  else if (first !== "") {
    append(arrival, piece);
    arrival.shape = "other";
  }
}

function addObject(arrival: Arrival, piece: string): void {
  const { hasBegunSending } = arrival;
  arrival.scanner ??= createObjectScanner();
  const { scanner } = arrival;
  arrival.shape = "object";
  const read = scanner.push(piece);
  append(arrival, piece.slice(0, read));
  if (!scanner.complete()) return;
  arrival.scanner = undefined;
  arrival.shape = !hasBegunSending && arrival.text === "{}" ? "placeholder" : "complete";
  add(arrival, piece.slice(read));
}

/** A second object proves that `{}` was a placeholder. */
function replacePlaceholder(arrival: Arrival, piece: string): void {
  if (!piece.startsWith("{")) throw surplus();
  arrival.text = "";
  arrival.unsent = "";
  addObject(arrival, piece);
}

function repeats({ text, isForgotten }: Arrival, piece: string): boolean {
  const trimmed = piece.trim();
  if (trimmed === "") return true;
  return isForgotten ? toShortKey(trimmed) === text : trimmed === text.trim();
}

function surplus() {
  return badReply("The arguments of a call went on behind their end.");
}

function take(arrival: Arrival): string {
  if (arrival.shape !== "object" && arrival.shape !== "complete") return "";
  const piece = arrival.unsent;
  arrival.unsent = "";
  arrival.hasBegunSending = true;
  return piece;
}

function finishArguments({ shape, text, unsent, hasBegunSending }: Arrival): FinishedArguments {
  if (!hasBegunSending) return toWholeObject(text);
  return shape === "complete" ? { json: unsent } : { json: unsent, loss: "broken" };
}

/** Arguments of which nothing was sent yet, as the text of an object; empty arguments stay empty. */
function toWholeObject(text: string): FinishedArguments {
  if (isObjectText(text)) return { json: text };
  const value = parseJson(text);
  if (value === null || value === "" || text.trim() === "") return { json: "" };
  if (typeof value === "string" && isObjectText(value)) {
    return { json: value, loss: "unwrapped" };
  }
  // The model's text stays readable to the caller's tool; a repair would be a guess.
  return { json: JSON.stringify({ _raw_arguments: text }), loss: "wrapped" };
}
