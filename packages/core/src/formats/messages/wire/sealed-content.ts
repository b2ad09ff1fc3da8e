/**
 * The member that this wire calls encrypted, and that callers return as they got it. What this service puts
 * there is not encrypted: it is what the caller's own model has read.
 */

const prefix = "DiglotPlain";

/** A text in a form that callers do not look into: base64 of its UTF-8. */
export function sealContent(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let units = "";
  for (const byte of bytes) units += String.fromCharCode(byte);
  return prefix + btoa(units);
}

/** The text, if it was sealed here. */
export function openContent(sealed: string): string | undefined {
  if (!sealed.startsWith(prefix)) return undefined;
  try {
    const units = atob(sealed.slice(prefix.length));
    return new TextDecoder().decode(Uint8Array.from(units, (unit) => unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
