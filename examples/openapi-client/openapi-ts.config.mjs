/** What is generated is not kept: it follows from the description. */
export default {
  input: "../../docs/openapi/gateway.json",
  output: "generated",
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};
