import type { ServiceError } from "./service-error.js";

/** The message that a caller reads: the service's own, and after it what the upstream said. */
export function toCallerMessage({ message, upstreamMessage }: ServiceError): string {
  return upstreamMessage ? `${message.replace(/\.$/, "")}: ${upstreamMessage}` : message;
}
