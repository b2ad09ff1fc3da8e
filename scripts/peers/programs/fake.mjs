// Diglot's fake with the echo model.
//
//   node scripts/peers/programs/fake.mjs <key> <port>
import { createEcho } from "@diglot/embedded-models";
import { createFake } from "@diglot/testing";

const [key, port] = process.argv.slice(2);
const fake = createFake({ model: createEcho({ id: "echo" }), keys: [key], models: ["echo"] });
await fake.listen({ port: Number(port) });
