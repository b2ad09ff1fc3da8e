// Writes dist/diglot.schema.json: the description of a config, for editors. What each member means is
// said once, in the comments of src/config/types.ts.
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { configSchema } from "../src/config/schema.ts";
import { describe, type JsonSchema } from "./describe.ts";
import { readDocs } from "./read-docs.ts";

const types = new URL("../src/config/types.ts", import.meta.url);
const target = new URL("../dist/diglot.schema.json", import.meta.url);

// What a schema cannot say, such as a model in code, is allowed to be anything.
const schema = z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" });
const described = describe(schema as JsonSchema, readDocs(types));
writeFileSync(target, `${JSON.stringify(described, null, 2)}\n`);
