import type { ResponsesRequest } from "../schemas/request.js";
import type { RequestTool } from "../schemas/tools.js";

/** A tool that the model can call, as this wire names it. */
export interface CallableTool {
  /** The name that the neutral conversation has, and so the model. */
  readonly neutralName: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Whether its calls carry free text instead of JSON. */
  readonly isCustom: boolean;
  readonly tool: RequestTool;
  /** A JSON pointer. */
  readonly at: string;
}

/** A tool that the vendor runs itself. */
export interface HostedTool {
  readonly tool: RequestTool;
  readonly at: string;
}

/** The tools of one request, and the names by which a model knows them. */
export interface ToolTable {
  readonly callable: readonly CallableTool[];
  readonly hosted: readonly HostedTool[];
  /** The tool that a model has called, by its neutral name. */
  find(neutralName: string): CallableTool | undefined;
  /** The neutral name of a tool, which may be one that only the history calls. */
  toNeutral(name: string, namespace: string | null | undefined): string;
}

/** The place of an item of the input in the body that the caller has sent, as a JSON pointer. */
export type ToPlace = (index: number) => string;

const separator = "__";

/**
 * Reads the tools of a request, and of the items that declare further ones. Other formats have no
 * namespaces, so a tool in one is known as `<namespace>__<name>`, with a number if that name is taken.
 */
export function readTools(
  request: Pick<ResponsesRequest, "input" | "tools">,
  toPlace: ToPlace = (index) => `/input/${index}`,
): ToolTable {
  const names = new Map<string, string>();
  const taken = new Map<string, CallableTool | undefined>();
  const callable: CallableTool[] = [];
  const hosted: HostedTool[] = [];

  function toNeutral(name: string, namespace?: string | null): string {
    if (namespace == null) return name;
    const key = JSON.stringify([namespace, name]);
    const known = names.get(key);
    if (known !== undefined) return known;
    const plain = `${namespace}${separator}${name}`;
    let neutral = plain;
    for (let number = 2; taken.has(neutral); number++) neutral = `${plain}_${number}`;
    names.set(key, neutral);
    taken.set(neutral, undefined);
    return neutral;
  }

  const declared = declaredTools(request, toPlace);
  // Names without a namespace are never changed, so they are taken before all others.
  for (const { tool, namespace } of declared) {
    if (namespace === undefined && isCallable(tool)) taken.set(String(tool.name), undefined);
  }
  for (const { tool, at, namespace } of declared) {
    if (!isCallable(tool)) {
      hosted.push({ tool, at });
      continue;
    }
    const name = String(tool.name);
    const neutralName = toNeutral(name, namespace);
    const isCustom = tool.type === "custom";
    const entry = { neutralName, name, namespace, isCustom, tool, at };
    callable.push(entry);
    if (!taken.get(neutralName)) taken.set(neutralName, entry);
  }
  return { callable, hosted, find: (name) => taken.get(name), toNeutral };
}

interface DeclaredTool {
  readonly tool: RequestTool;
  readonly at: string;
  readonly namespace: string | undefined;
}

function declaredTools(
  { tools, input }: Pick<ResponsesRequest, "input" | "tools">,
  toPlace: ToPlace,
): readonly DeclaredTool[] {
  const declared = flatten(tools ?? [], "/tools", undefined);
  if (typeof input === "string") return declared;
  for (const [index, item] of input.entries()) {
    if (item.type !== "additional_tools") continue;
    declared.push(...flatten(item.tools ?? [], `${toPlace(index)}/tools`, undefined));
  }
  return declared;
}

function flatten(
  tools: readonly RequestTool[],
  at: string,
  namespace: string | undefined,
): DeclaredTool[] {
  return tools.flatMap((tool, index) => {
    const place = `${at}/${index}`;
    if (tool.type !== "namespace") return { tool, at: place, namespace };
    return flatten(tool.tools ?? [], `${place}/tools`, String(tool.name));
  });
}

function isCallable({ type }: RequestTool): boolean {
  return type === "function" || type === "custom";
}
