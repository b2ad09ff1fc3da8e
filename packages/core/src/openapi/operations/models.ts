import { onePerName } from "../components.js";
import { json, type Operation, type Schema } from "../operation.js";

/** The forms of models in one format. */
export interface ModelForms {
  readonly model: Schema;
  readonly modelsList: Schema;
}

const description =
  "With the header `anthropic-version` the answer is in the Messages format, and otherwise in the Chat Completions format.";

/** The paths that all formats share. */
export function toModelsOperations(formats: readonly ModelForms[]): readonly Operation[] {
  const lists = formats.map(({ modelsList }) => modelsList);
  const shared = {
    method: "GET",
    tag: "Models",
    access: "key",
    ...(onePerName(lists).length > 1 && { description }),
  } as const;
  return [
    {
      ...shared,
      path: "/v1/models",
      id: "listModels",
      summary: "List the models that the key may use",
      answer: {
        description: "The models.",
        content: json(...lists),
      },
    },
    {
      ...shared,
      path: "/v1/models/:id",
      id: "getModel",
      summary: "Show one model",
      answer: { description: "The model.", content: json(...formats.map(({ model }) => model)) },
    },
  ];
}
