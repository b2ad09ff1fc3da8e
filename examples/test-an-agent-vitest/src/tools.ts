/** A tool of the agent. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of what `run` takes. */
  readonly parameters: { readonly type: "object"; readonly [member: string]: unknown };
  readonly run: (input: unknown) => Promise<string>;
}

/** What a tool returned, or why it failed. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs a tool by its name. It never rejects: the model should learn what went wrong. */
export async function runTool(
  tools: readonly Tool[],
  name: string,
  input: unknown,
): Promise<ToolOutcome> {
  try {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return { text: await tool.run(input), isError: false };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isError: true };
  }
}
