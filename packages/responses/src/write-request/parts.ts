import { type JsonObject, toObject } from "@diglot/core/formats";

/** The parts of Chat Completions content as parts of what a user, or a tool, has said. */
export function toInputParts(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "input_text", text: content }];
  return (content as readonly JsonObject[]).map(toInputPart);
}

function toInputPart({ type, ...part }: JsonObject): JsonObject {
  switch (type) {
    case "image_url": {
      const { url, ...rest } = toObject(part.image_url);
      return { type: "input_image", image_url: url, ...rest };
    }
    case "file":
      return { type: "input_file", ...toObject(part.file) };
    case "text":
      return { type: "input_text", ...part };
    default:
      return { type, ...part };
  }
}

/** A text alone stays a text. */
export function toInputContent(content: unknown): string | readonly JsonObject[] {
  return typeof content === "string" ? content : toInputParts(content);
}
