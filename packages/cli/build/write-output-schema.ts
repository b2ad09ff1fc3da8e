// Writes dist/output.schema.json: for each command, by its name under `definitions`, the JSON that it
// writes. The schemas are made from src/output/command-outputs.ts.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGenerator } from "ts-json-schema-generator";

const root = "CommandOutputs";
const target = new URL("../dist/output.schema.json", import.meta.url);

const generator = createGenerator({
  path: fileURLToPath(new URL("../src/output/command-outputs.ts", import.meta.url)),
  tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)),
  type: root,
  // Each command has its whole schema in one place, because types with parameters have no readable name.
  expose: "none",
  topRef: false,
  // A release may add members.
  additionalProperties: true,
  // `tsc` checks the types.
  skipTypeCheck: true,
});
const { $schema, description, properties } = generator.createSchema(root);
const schema = {
  $schema,
  title: "Output of Diglot's commands",
  description,
  definitions: properties,
};
writeFileSync(target, `${JSON.stringify(schema)}\n`);
