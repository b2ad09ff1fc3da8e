import { type WebPage, WebToolError } from "@diglot/core";
import { compile } from "html-to-text";

/** Links stay, since models follow them; pictures, forms and menus say nothing. */
const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: 2_000_000 },
  baseElements: { selectors: ["main", "article", "body"], returnDomByDefault: true },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "nav", format: "skip" },
    { selector: "form", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
  ],
});

const isMarkup = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const isText = /^(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml))\b)/i;

/** The text of a body. @throws WebToolError `unsupported_content_type` */
export function toPage(url: string, type: string, body: string): WebPage {
  if (isMarkup.test(type)) {
    const [, title] = /<title[^>]*>([^<]{1,500})/i.exec(body) ?? [];
    return { url, ...(title && { title: toText(title).trim() }), text: toText(body) };
  }
  if (isText.test(type)) return { url, text: body };
  throw new WebToolError("unsupported_content_type");
}
