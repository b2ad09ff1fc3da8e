import { checkMounted } from "../check-mounted.mjs";

await checkMounted(["main.mjs"]);
console.log("fastify: both clients, streamed and not; a caller that leaves stops the model");
