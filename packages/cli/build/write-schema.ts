// Writes dist/diglot.schema.json: the description of a config, for editors. What each member means is
// said once, in the comments of src/config/schema.ts and src/config/schema/.
import { readdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { describe, type JsonSchema } from "./describe.ts";
import { readDocs } from "./read-docs.ts";

const root = new URL("../src/config/schema.ts", import.meta.url);
const folder = new URL("../src/config/schema/", import.meta.url);
const sources = [root, ...readdirSync(folder).map((name) => new URL(name, folder))];
const target = new URL("../dist/diglot.schema.json", import.meta.url);

const built = new URL("../dist/schema.js", import.meta.url).href;
const { configSchema }: { readonly configSchema: z.ZodType } = await import(built);

// What a schema cannot say, such as a model in code, is allowed to be anything.
const schema = z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" });
const described = describe(schema as JsonSchema, readDocs(sources));
writeFileSync(target, `${JSON.stringify(described, null, 2)}\n`);
