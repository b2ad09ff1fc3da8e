import {
  badRequest,
  empty,
  from,
  groupOf,
  missing,
  type OwnRule,
  wrongType,
  wrongValue,
} from "./make.js";
import { call, calling, messages, part, user } from "./samples.js";

const at = "messages[0].content[0]";
const source = from("1.4 and 4.2", "sdk-types", "third-party-probe");
const image = { type: "image_url", image_url: { url: "https://example.com/cat.png" } };
const sound = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
const file = {
  type: "file",
  file: { file_data: "data:application/pdf;base64,AAAA", filename: "a.pdf" },
};
const text = { type: "text", text: "Hello" };

const parts: readonly OwnRule[] = [
  {
    id: "parts-not-empty",
    what: "A list of parts is not empty.",
    refused: messages({ role: "user", content: [] }),
    taken: part(text),
    refusal: empty("messages[0].content", "array"),
    lenient: "takes",
    source: from("1.3 and 4.2", "inferred"),
  },
  {
    id: "part-object",
    what: "A part is an object.",
    refused: part("Hello"),
    taken: part(text),
    refusal: wrongType(at, "an object", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "part-type-required",
    what: "A part has a type.",
    refused: part({ text: "Hello" }),
    taken: part(text),
    refusal: missing(`${at}.type`),
    lenient: "refuses",
    source,
    recording: {
      repository: "crewAIInc/crewAI",
      path: "lib/crewai/tests/cassettes/test_custom_llm_within_crew.yaml",
    },
  },
  {
    id: "user-part-types",
    what: "The user says texts, images, sounds and files.",
    refused: part({ type: "video" }),
    taken: part(image),
    refusal: wrongValue(`${at}.type`, "video", ["text", "image_url", "input_audio", "file"]),
    lenient: "takes",
    source: from("1.3 and 9, case 87", "sdk-types", "third-party-probe"),
  },
  ...["system", "developer"].map(
    (role): OwnRule => ({
      id: `${role}-part-types`,
      what: `A message of the role ${role} has texts only.`,
      refused: messages({ role, content: [image] }, user),
      taken: messages({ role, content: [text] }, user),
      refusal: wrongValue(`${at}.type`, "image_url", ["text"]),
      lenient: "takes",
      source: from("1.3 and 4.2", "sdk-types", "inferred"),
    }),
  ),
  {
    id: "assistant-part-types",
    what: "The assistant says texts and refusals.",
    refused: messages(user, { role: "assistant", content: [image] }),
    taken: messages(user, { role: "assistant", content: [{ type: "refusal", refusal: "No." }] }),
    refusal: wrongValue("messages[1].content[0].type", "image_url", ["text", "refusal"]),
    lenient: "takes",
    source: from("1.3 and 4.2", "sdk-types", "inferred"),
  },
  {
    id: "tool-part-types",
    what: "A result has texts only.",
    refused: messages(user, calling(call("call_1")), {
      role: "tool",
      tool_call_id: "call_1",
      content: [image],
    }),
    taken: messages(user, calling(call("call_1")), {
      role: "tool",
      tool_call_id: "call_1",
      content: [text],
    }),
    refusal: wrongValue("messages[2].content[0].type", "image_url", ["text"]),
    lenient: "takes",
    source: from("1.3 and 4.2", "sdk-types", "inferred"),
  },
];

const members: readonly OwnRule[] = [
  {
    id: "text-required",
    what: "A text part has a text.",
    refused: part({ type: "text" }),
    taken: part(text),
    refusal: missing(`${at}.text`),
    lenient: "refuses",
    source,
  },
  {
    id: "text-type",
    what: "The text of a part is a string.",
    refused: part({ type: "text", text: 5 }),
    taken: part({ type: "text", text: "5" }),
    refusal: wrongType(`${at}.text`, "a string", "an integer"),
    lenient: "refuses",
    source,
  },
  {
    id: "cache-breakpoint-mode",
    what: "A cache breakpoint on a part is explicit.",
    refused: part({ ...text, prompt_cache_breakpoint: { mode: "implicit" } }),
    taken: part({ ...text, prompt_cache_breakpoint: { mode: "explicit" } }),
    refusal: wrongValue(`${at}.prompt_cache_breakpoint.mode`, "implicit", ["explicit"]),
    lenient: "takes",
    source,
  },
  {
    id: "refusal-required",
    what: "A refusal part has a refusal.",
    refused: messages(user, { role: "assistant", content: [{ type: "refusal" }] }),
    taken: messages(user, { role: "assistant", content: [{ type: "refusal", refusal: "No." }] }),
    refusal: missing("messages[1].content[0].refusal"),
    lenient: "refuses",
    source,
  },
  {
    id: "image-url-type",
    what: "`image_url` is an object with the URL in it, not the URL.",
    refused: part({ type: "image_url", image_url: "https://example.com/cat.png" }),
    taken: part(image),
    refusal: wrongType(`${at}.image_url`, "an object", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "image-url-required",
    what: "An image has a URL.",
    refused: part({ type: "image_url", image_url: {} }),
    taken: part(image),
    refusal: missing(`${at}.image_url.url`),
    lenient: "refuses",
    source,
  },
  {
    id: "image-url-value",
    what: "The URL of an image is one; the path of a file is none.",
    refused: part({ type: "image_url", image_url: { url: "cat.png" } }),
    taken: part({ type: "image_url", image_url: { url: "http://example.com/cat.png" } }),
    refusal: badRequest(
      "Failed to download image from cat.png. Image URL is invalid.",
      null,
      "invalid_image_url",
    ),
    lenient: "takes",
    source: from("1.4", "issue-report"),
    reports: ["MervinPraison/PraisonAI#3934", "tbxark/ChatGPT-Telegram-Workers#295"],
  },
  {
    id: "image-detail-value",
    what: "The detail of an image is auto, low, high or original.",
    refused: part({ ...image, image_url: { ...image.image_url, detail: "max" } }),
    taken: part({ ...image, image_url: { ...image.image_url, detail: "original" } }),
    refusal: wrongValue(`${at}.image_url.detail`, "max", ["auto", "low", "high", "original"]),
    lenient: "takes",
    source,
  },
  {
    id: "audio-data-required",
    what: "A sound has data.",
    refused: part({ ...sound, input_audio: { format: "wav" } }),
    taken: part(sound),
    refusal: missing(`${at}.input_audio.data`),
    lenient: "refuses",
    source,
  },
  {
    id: "audio-format-required",
    what: "A sound names its format.",
    refused: part({ ...sound, input_audio: { data: "AAAA" } }),
    taken: part(sound),
    refusal: missing(`${at}.input_audio.format`),
    lenient: "refuses",
    source,
  },
  {
    id: "audio-format-value",
    what: "A sound is in wav or mp3.",
    refused: part({ ...sound, input_audio: { data: "AAAA", format: "ogg" } }),
    taken: part({ ...sound, input_audio: { data: "AAAA", format: "mp3" } }),
    refusal: wrongValue(`${at}.input_audio.format`, "ogg", ["wav", "mp3"]),
    lenient: "takes",
    source,
  },
  {
    id: "file-required",
    what: "A file part has a file.",
    refused: part({ type: "file" }),
    taken: part(file),
    refusal: missing(`${at}.file`),
    lenient: "refuses",
    source,
  },
  {
    id: "file-data-type",
    what: "The data of a file is a string.",
    refused: part({ type: "file", file: { file_data: 5 } }),
    taken: part(file),
    refusal: wrongType(`${at}.file.file_data`, "a string", "an integer"),
    lenient: "refuses",
    source,
  },
];

/** What is refused of the parts of messages. */
export const contentRules = [...groupOf("Content", parts), ...groupOf("Content parts", members)];
