/** The part of undici that sends requests. Its types are those of the package. */
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}
