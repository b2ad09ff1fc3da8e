import type { FieldPath } from "../errors/service-error.js";

/** A path as a JSON pointer (RFC 6901): `["messages", 0, "a/b"]` is `/messages/0/a~1b`. */
export function toPointer(path: FieldPath): string {
  return path.reduce<string>((pointer, step) => `${pointer}/${escapeStep(String(step))}`, "");
}

/** Hardly any name needs it. */
function escapeStep(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
}

/** A JSON pointer as a path; steps of digits are indexes. */
export function fromPointer(pointer: string): FieldPath {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : unescapeStep(step)));
}

/** The name that a step of a JSON pointer stands for. */
export function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The name of the field at a JSON pointer: its member names joined by dots, without indexes. */
export function toField(pointer: string): string {
  return fromPointer(pointer)
    .filter((step) => typeof step === "string")
    .join(".");
}
