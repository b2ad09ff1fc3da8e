import { isObject } from "../../../json/value.js";
import { isOwnSignature } from "./signature.js";

/** The proof of reasoning in a block, unless this service has made it: it is worth something to one upstream only. */
export function proofOf(block: unknown): string | undefined {
  if (!isObject(block)) return undefined;
  const { type, signature, data } = block;
  const proof = type === "thinking" ? signature : type === "redacted_thinking" ? data : undefined;
  if (typeof proof !== "string" || proof === "" || isOwnSignature(proof)) return undefined;
  return proof;
}

/** The id in the member `container` of a request, which is the id itself, or an object that may have one. */
export function containerIdOf(container: unknown): string | undefined {
  const id = isObject(container) ? container.id : container;
  return typeof id === "string" && id !== "" ? id : undefined;
}
