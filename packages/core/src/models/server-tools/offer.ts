import type { Conversation, Tool, ToolChoice } from "../../conversation/conversation.js";
import type {
  OfferedServerTool,
  ServerToolFormat,
  ServerToolKind,
} from "../../conversation/server-tools.js";
import type { JsonObject } from "../../json/value.js";
import { readPastCalls } from "./past-calls.js";
import type { ProvidedTool } from "./provided-tool.js";

/** A conversation with functions in place of the vendor's tools. */
export interface Offer {
  readonly conversation: Conversation;
  readonly provided: readonly ProvidedTool[];
}

const functions: Readonly<Record<ServerToolKind, { description: string; parameters: JsonObject }>> =
  {
    web_search: {
      description:
        "Searches the web. Returns the titles, addresses and texts of pages. Cite the pages that you use as Markdown links, right behind what they show: [title](address).",
      parameters: toParameters("query", "What to search for."),
    },
    web_fetch: {
      description:
        "Reads a page of the web and returns its text. Cite it as a Markdown link: [title](address).",
      parameters: toParameters("url", "The absolute address of the page."),
    },
  };

function toParameters(name: string, description: string): JsonObject {
  return {
    type: "object",
    properties: { [name]: { type: "string", description } },
    required: [name],
    additionalProperties: false,
  };
}

/** What can be provided, and whether it is offered to a caller that does not ask for it. */
interface Offering {
  readonly kinds: ReadonlySet<ServerToolKind>;
  readonly when: "asked" | "always";
}

/** Puts functions in the place of the tools that can be provided. What cannot be is left as it is. */
export function offerServerTools(
  conversation: Conversation,
  format: ServerToolFormat,
  { kinds, when }: Offering,
): Offer {
  const { tools, extensions, toolChoice } = conversation;
  const found = new Map<ServerToolKind, OfferedServerTool & { readonly at?: string | undefined }>();
  const add = (offered: OfferedServerTool, at?: string) => {
    if (kinds.has(offered.kind) && !found.has(offered.kind))
      found.set(offered.kind, { ...offered, at });
  };
  const own = tools.filter((tool) => {
    const offered = tool.type === "native" ? format.readTool(tool.value) : [];
    for (const one of offered) add(one, tool.at);
    return !offered.some(({ kind }) => kinds.has(kind));
  });
  const rest = format.readExtensions?.(extensions);
  for (const one of rest?.offered ?? []) add(one);
  if (when === "always") for (const kind of kinds) add({ kind });
  const provided = nameTools([...found.values()], own);
  return {
    provided,
    conversation: {
      ...conversation,
      tools: [...own, ...provided.map(toFunction)],
      toolChoice: toChoice(toolChoice, provided, format),
      turns: readPastCalls(conversation.turns, format, provided),
      extensions: rest && rest.offered.length > 0 ? rest.extensions : extensions,
    },
  };
}

/** A function of the caller keeps its name. */
function nameTools(
  offered: readonly (OfferedServerTool & { readonly at?: string | undefined })[],
  own: readonly Tool[],
): readonly (ProvidedTool & { readonly at?: string | undefined })[] {
  const taken = new Set(own.map(({ name }) => name));
  return offered.map((tool) => {
    let name: string = tool.kind;
    for (let number = 2; taken.has(name); number++) name = `${tool.kind}_${number}`;
    return { ...tool, name };
  });
}

function toFunction({ kind, name, at }: ProvidedTool & { readonly at?: string | undefined }): Tool {
  return { type: "function", name, ...functions[kind], ...(at !== undefined && { at }) };
}

function toChoice(
  choice: ToolChoice | undefined,
  provided: readonly ProvidedTool[],
  format: ServerToolFormat,
): ToolChoice | undefined {
  const named =
    choice?.type === "native"
      ? format.readChoice?.(choice.value)
      : choice?.type === "tool" && choice.name;
  const tool = provided.find(({ kind }) => kind === named);
  return tool ? { type: "tool", name: tool.name } : choice;
}
