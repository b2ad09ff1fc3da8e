import { checkMounted } from "../check-mounted.mjs";

await checkMounted(["dist/main.js"], ["/ai", "/parsed"]);
console.log("nest: both clients, streamed and not; a caller that leaves stops the model");
