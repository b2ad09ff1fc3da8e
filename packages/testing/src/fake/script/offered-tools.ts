import type { InProcessRequest, ModelYield } from "@diglot/core";

/** A turn calls a tool that its request does not offer: no real model does so. */
export class UnofferedTool extends Error {
  constructor(name: string, offered: readonly string[]) {
    const names = offered.length === 0 ? "no tools" : `only ${offered.join(", ")}`;
    super(`calls the tool ${JSON.stringify(name)}, but the request offers ${names}.`);
  }
}

/** @throws UnofferedTool if a piece begins a call of a tool that the request does not offer */
export function assertOffered(piece: ModelYield, request: InProcessRequest): void {
  if (typeof piece === "string") return;
  if (piece.type !== "tool_call" && piece.type !== "tool_call_start") return;
  const offered = offeredBy(request);
  if (!offered.includes(piece.name)) throw new UnofferedTool(piece.name, offered);
}

/** The names of the tools, and of the older functions of Chat Completions. */
function offeredBy({ conversation, origin }: InProcessRequest): readonly string[] {
  const { functions } = Object(origin.body) as { readonly functions?: unknown };
  const all: readonly unknown[] = [
    ...conversation.tools,
    ...(Array.isArray(functions) ? functions : []),
  ];
  return all.flatMap((one) => {
    const { name } = Object(one) as { readonly name?: unknown };
    return typeof name === "string" ? [name] : [];
  });
}
