import type { FormatName } from "./requests.js";

/** One frame of an event stream. */
export interface Frame {
  readonly event: string | undefined;
  readonly data: string;
}

/** Splits the text of an event stream; comments are left out. */
export function framesOf(text: string): Frame[] {
  return text
    .split("\n\n")
    .filter((block) => block.trim() !== "" && !block.startsWith(":"))
    .map((block) => {
      const lines = block.split("\n");
      const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "";
      return { event, data };
    });
}

/** The text of a JSON answer of either format. */
export function textOf(format: FormatName, value: unknown): string {
  const body = value as {
    content?: { text?: string }[];
    choices?: { message: { content: string | null } }[];
  };
  return format === "messages"
    ? (body.content ?? []).map(({ text }) => text ?? "").join("")
    : (body.choices?.[0]?.message.content ?? "");
}
