// Says the default of an option in words.
import { toCode } from "../types-page/plain-words.mjs";

/**
 * The cell of a member. Without a default it must be set, or may be absent.
 * @param isSoft whether no member of its type is required where the type is passed
 * @throws Error for a member that is not required and names no default
 */
export function toDefault(fallback, { name, questionToken }, isSoft) {
  if (fallback === undefined && isSoft && !questionToken)
    throw new Error(`Name the default of the option ${name.getText()} in its comment.`);
  if (fallback === undefined) return questionToken ? "none" : "required";
  const plain = fallback.replace(/(?<=\d)_(?=\d)/g, ",");
  return isLiteral(plain) ? toCode(plain) : plain;
}

/** Whether a default is written as in a program. Numbers stay plain. */
function isLiteral(text) {
  return /^(?:true|false|"[^"]*"|\[[^\]]*\]|\{[^}]*\}|[\w.]+\([^)]*\))$/.test(text);
}
