import type { SampleRequest } from "../rule.js";
import { defineRules } from "./define-rules.js";
import { document, image, type Members, say, text } from "./samples.js";

const pdf = (media_type: string) =>
  document({ source: { type: "base64", media_type, data: "JVBERi0=" } });
const link = { type: "url", url: "https://example.com/a" };
const imageOf = (members: Members) => ({ ...image("image/png"), ...members });
const mostCharacters = 10 * 1024 * 1024;

/** A body that is made on use, since it is long. */
function lazily(toSample: () => SampleRequest): SampleRequest {
  return {
    get body() {
      return toSample().body;
    },
  };
}

/** Images and documents. */
export const mediaRules = defineRules("Media", [
  {
    name: "image-media-type",
    what: "An image is a JPEG, PNG, GIF or WebP.",
    refused: say(text("See:"), image("image/bmp")),
    taken: say(text("See:"), image("image/webp")),
    message:
      "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "image-source-missing",
    what: "An image has a source.",
    refused: say({ type: "image" }),
    taken: say(image("image/png")),
    message: "messages.0.content.0.image.source: Field required",
    lenient: "refuses",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "image-source-type",
    what: "The source of an image is `base64`, `url` or `file`.",
    refused: say(imageOf({ source: { type: "text", media_type: "text/plain", data: "a" } })),
    taken: say(imageOf({ source: link })),
    message:
      "messages.0.content.0.image.source: Input tag 'text' found using 'type' does not match any of the expected tags: 'base64', 'file', 'url'",
    source: ["1.5, 12", "sdk-types", "chosen"],
  },
  {
    name: "image-data-missing",
    what: "A source of type `base64` has data.",
    refused: say(imageOf({ source: { type: "base64", media_type: "image/png" } })),
    taken: say(image("image/png")),
    message: "messages.0.content.0.image.source.base64.data: Field required",
    lenient: "refuses",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "image-data-empty",
    what: "The data of an image are not empty.",
    refused: say(image("image/png", "")),
    taken: say(image("image/png")),
    message: "messages.0.content.0.image.source.base64: image cannot be empty",
    source: ["1.5", "issue-report"],
    reports: ["anthropics/claude-code#12750"],
  },
  {
    name: "image-data-base64",
    what: "The data of an image are base64, without the beginning of a data URL.",
    refused: say(image("image/png", "data:image/png;base64,iVBORw0KGgo=")),
    taken: say(image("image/png")),
    message: "messages.0.content.0.image.source.base64: invalid base64 data",
    source: ["1.5", "issue-report"],
    reports: [
      "felixarntz/ai-services#19",
      "openclaw/openclaw#18219",
      "Yeachan-Heo/gajae-code#2813",
    ],
  },
  {
    name: "image-url-https",
    what: "The URL of an image is one of https.",
    refused: say(imageOf({ source: { type: "url", url: "http://example.com/a" } })),
    taken: say(imageOf({ source: link })),
    message: "Only HTTPS URLs are supported.",
    source: ["1.5", "third-party-probe"],
  },
  {
    name: "image-url-missing",
    what: "A source of type `url` has a URL.",
    refused: say(imageOf({ source: { type: "url" } })),
    taken: say(imageOf({ source: link })),
    message: "messages.0.content.0.image.source.url.url: Field required",
    lenient: "refuses",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "image-transformation-unknown",
    what: "An oversized image is made smaller or is an error.",
    refused: say(imageOf({ transformations: { oversized_image: "crop" } })),
    taken: say(imageOf({ transformations: { oversized_image: "downsize" } })),
    message:
      "messages.0.content.0.image.transformations.oversized_image: Input should be 'downsize' or 'error'",
    source: ["1.5, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "image-too-large",
    what: "An image has at most 10 MB in base64.",
    refused: lazily(() => say(image("image/png", "A".repeat(mostCharacters + 4)))),
    taken: lazily(() => say(image("image/png", "A".repeat(mostCharacters)))),
    message: /^messages\.0\.content\.0\.image\.source\.base64: image exceeds 10 MB maximum/,
    source: ["1.5", "documentation", "issue-report"],
  },
  {
    name: "images-too-many",
    what: "A request has at most 600 images.",
    refused: lazily(() => say(...Array.from({ length: 601 }, () => image("image/png")))),
    taken: lazily(() => say(...Array.from({ length: 600 }, () => image("image/png")))),
    message: /^Too much media: 0 document pages \+ 601 images > 600$/,
    source: ["1.5, 7.4", "documentation", "client-text"],
  },
  {
    name: "document-media-type",
    what: "A document in base64 is a PDF.",
    refused: say(pdf("application/msword")),
    taken: say(pdf("application/pdf")),
    message:
      "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "document-text-media-type",
    what: "A document that is a text is `text/plain`.",
    refused: say(
      document({ source: { type: "text", media_type: "text/html", data: "<p>A page.</p>" } }),
    ),
    taken: say(document()),
    message: "messages.0.content.0.document.source.text.media_type: Input should be 'text/plain'",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "document-source-type",
    what: "The source of a document is one of five types.",
    refused: say(document({ source: { type: "path", path: "/a.pdf" } })),
    taken: say(document({ source: { type: "content", content: "A page." } })),
    message:
      "messages.0.content.0.document.source: Input tag 'path' found using 'type' does not match any of the expected tags: 'base64', 'content', 'file', 'text', 'url'",
    source: ["1.5, 12", "sdk-types", "chosen"],
  },
  {
    name: "document-content-block",
    what: "A document made of blocks is made of texts and images.",
    refused: say(document({ source: { type: "content", content: [document()] } })),
    taken: say(document({ source: { type: "content", content: [text("A page.")] } })),
    message:
      "messages.0.content.0.document.source.content.content.0: Input tag 'document' found using 'type' does not match any of the expected tags: 'image', 'text'",
    source: ["1.5, 12", "sdk-types", "chosen"],
  },
]);
