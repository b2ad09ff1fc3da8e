import { badReply } from "../../../errors/bad-reply.js";
import { createObjectScanner } from "../../../json/balance.js";
import { isObject, parseJson } from "../../../json/value.js";

/** How far the arguments of a call have come. */
type State =
  /** Nothing but white space. */
  | "empty"
  /** Exactly `{}`, which some servers send ahead of the real arguments. */
  | "placeholder"
  /** An object that is not closed yet; it can be sent as it comes. */
  | "object"
  /** A whole object. */
  | "complete"
  /** Something else; what it is can be told only at the end. */
  | "other";

/** What had to be done to arguments that are no JSON object. */
export type ArgumentsLoss = "unwrapped" | "wrapped" | "broken";

/** The arguments of one call, as they come in. */
export interface ToolArguments {
  /** @throws ServiceError `upstream_bad_response` for more text behind a whole object */
  add(piece: string): void;
  /** Whether a piece says nothing new: white space, or all of the arguments once more. */
  repeats(piece: string): boolean;
  /** The text that can be sent now; each character is given out once. */
  take(): string;
  /** The rest, at the end of the call, and what was done to make it an object. */
  finish(): { readonly json: string; readonly loss?: ArgumentsLoss };
  /** Whether anything but white space has come. */
  begun(): boolean;
  /** Whether a whole object has come. */
  complete(): boolean;
  /** Whether more may come that makes an object of it. */
  unfinished(): boolean;
}

/** Arguments of which nothing has come yet. */
export function createToolArguments(): ToolArguments {
  let state: State = "empty";
  let text = "";
  // Kept apart, since cutting it off the text anew would copy all of it for every piece.
  let unsent = "";
  let begunSending = false;
  let scanner = createObjectScanner();

  function append(piece: string): void {
    text += piece;
    unsent += piece;
  }

  function addObject(piece: string): void {
    state = "object";
    const read = scanner.push(piece);
    append(piece.slice(0, read));
    if (!scanner.complete()) return;
    state = !begunSending && text === "{}" ? "placeholder" : "complete";
    add(piece.slice(read));
  }

  function addFirst(piece: string): void {
    const first = piece.trimStart();
    if (first.startsWith("{")) addObject(first);
    else if (first !== "") {
      append(piece);
      state = "other";
    }
  }

  /** A second object proves that `{}` was a placeholder. */
  function replacePlaceholder(piece: string): void {
    if (!piece.startsWith("{")) throw surplus();
    text = "";
    unsent = "";
    scanner = createObjectScanner();
    addObject(piece);
  }

  function add(piece: string): void {
    if (state === "empty") addFirst(piece);
    else if (state === "object") addObject(piece);
    else if (state === "other") append(piece);
    else if (piece.trim() === "") return;
    else if (state === "placeholder") replacePlaceholder(piece.trimStart());
    else if (!repeats(piece)) throw surplus();
  }

  function repeats(piece: string): boolean {
    const trimmed = piece.trim();
    return trimmed === "" || trimmed === text.trim();
  }

  return {
    add,
    repeats,
    take() {
      if (state !== "object" && state !== "complete") return "";
      const piece = unsent;
      unsent = "";
      begunSending = true;
      return piece;
    },
    finish() {
      if (!begunSending) return toWholeObject(text);
      return state === "complete" ? { json: unsent } : { json: unsent, loss: "broken" };
    },
    begun: () => state !== "empty",
    complete: () => state === "complete" || state === "placeholder",
    unfinished: () => state === "empty" || state === "object",
  };
}

function surplus() {
  return badReply("The arguments of a call went on behind their end.");
}

/** Arguments of which nothing was sent yet, as the text of an object; nothing at all stays nothing. */
function toWholeObject(text: string): { readonly json: string; readonly loss?: ArgumentsLoss } {
  const value = parseJson(text);
  if (isObject(value)) return { json: text };
  if (value === null || value === "" || text.trim() === "") return { json: "" };
  if (typeof value === "string" && isObject(parseJson(value))) {
    return { json: value, loss: "unwrapped" };
  }
  // The model's words stay readable to the caller's tool; a repair would be a guess.
  return { json: JSON.stringify({ _raw_arguments: text }), loss: "wrapped" };
}
