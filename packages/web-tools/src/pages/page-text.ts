import { type WebPage, WebToolError } from "@diglot/core";
import { readHtml } from "./html-text.js";

const isMarkup = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const isText = /^(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml))\b)/i;

/** The text of a body. @throws WebToolError `unsupported_content_type` */
export function toPage(url: string, type: string, body: string): WebPage {
  if (isMarkup.test(type)) {
    const { title, text } = readHtml(body);
    return { url, ...(title !== "" && { title }), text };
  }
  if (isText.test(type)) return { url, text: body };
  throw new WebToolError("unsupported_content_type");
}
