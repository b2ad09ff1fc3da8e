/** A piece of a reply. */
export interface Shown {
  readonly kind: "reasoning" | "text";
  readonly text: string;
}

/** The members of events of all formats that carry pieces of a reply. */
interface StreamEvent {
  readonly type?: string;
  readonly delta?: string | { readonly thinking?: string; readonly text?: string };
  readonly choices?: readonly { readonly delta?: ChoiceDelta }[];
}

interface ChoiceDelta {
  readonly content?: string | null;
  readonly reasoning_content?: string;
}

/** The piece of a reply that an event carries, in any of the formats. */
export function readShown(data: string): Shown | undefined {
  if (data === "[DONE]") return undefined;
  const { type = "", delta, choices } = JSON.parse(data) as StreamEvent;
  if (typeof delta === "string") {
    return toShown(type.includes("reasoning") ? "reasoning" : "text", delta);
  }
  const choice = choices?.[0]?.delta;
  return (
    toShown("reasoning", delta?.thinking ?? choice?.reasoning_content) ??
    toShown("text", delta?.text ?? choice?.content)
  );
}

function toShown(kind: Shown["kind"], text: string | null | undefined): Shown | undefined {
  return text ? { kind, text } : undefined;
}
