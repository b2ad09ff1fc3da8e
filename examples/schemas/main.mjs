import { chatCompletionsRequest, messagesResponse } from "@diglot/core/schemas";
import * as z from "zod";

// A schema of your own can contain them.
const recorded = z.object({ at: z.number(), request: chatCompletionsRequest });
const request = { model: "echo", messages: [{ role: "user", content: "Hello" }] };
console.log(recorded.parse({ at: Date.now(), request }).request.model);

// They become JSON Schema, for tools in any language.
console.log(z.toJSONSchema(messagesResponse).title);
