import { holdsText } from "./holds-text.js";
import type {
  Matcher,
  MatcherParts,
  ObservedRequest,
  ObservedToolResult,
  TextMatcher,
} from "./matcher.js";
import { joinTexts } from "./observed-request.js";

/** What became of one member of a matcher. */
export interface MemberMatch {
  readonly member: string;
  readonly holds: boolean;
  /** What was wanted, for people to read. */
  readonly expected: string;
  /** What was there instead. */
  readonly got: string;
}

/** Holds a request against a matcher, member by member. It fits if all members hold. */
export function matchRequest(
  matcher: Matcher | undefined,
  request: ObservedRequest,
): readonly MemberMatch[] {
  if (matcher === undefined) return [];
  if (typeof matcher === "function") return [matchFunction(matcher, request)];
  const members = Object.keys(judges) as (keyof MatcherParts)[];
  return members.flatMap((member) => matchMember(member, matcher, request));
}

function matchMember<K extends keyof MatcherParts>(
  member: K,
  matcher: MatcherParts,
  request: ObservedRequest,
): readonly MemberMatch[] {
  const wanted = matcher[member];
  if (wanted === undefined) return [];
  return [{ member, ...judges[member](wanted as never, request) }];
}

function matchFunction(
  matcher: (request: ObservedRequest) => boolean,
  request: ObservedRequest,
): MemberMatch {
  const about = { member: "when", expected: "the function says yes" };
  try {
    const holds = matcher(request);
    return { ...about, holds, got: holds ? "yes" : "it says no" };
  } catch (error) {
    return { ...about, holds: false, got: `it throws ${String(error)}` };
  }
}

type Judged = Omit<MemberMatch, "member">;
type Judges = {
  readonly [K in keyof MatcherParts]-?: (
    wanted: NonNullable<MatcherParts[K]>,
    request: ObservedRequest,
  ) => Judged;
};

const judges: Judges = {
  model: (wanted, { model }) => judgeText(wanted, model),
  format: (wanted, { format }) => judgeEqual(wanted, format),
  stream: (wanted, { stream }) => judgeEqual(wanted, stream),
  system: (wanted, { conversation }) => judgeText(wanted, joinTexts(conversation.system)),
  user: (wanted, { lastUserText }) => judgeText(wanted, lastUserText),
  tools(wanted, { tools }) {
    const names = typeof wanted === "string" ? [wanted] : wanted;
    return {
      holds: names.every((name) => tools.includes(name)),
      expected: `the tools ${names.join(", ")}`,
      got: tools.length > 0 ? tools.join(", ") : "no tools",
    };
  },
  toolResult: judgeToolResult,
  turns: (wanted, { conversation }) => judgeEqual(wanted, conversation.turns.length),
  choices: (wanted, { choices }) => judgeEqual(wanted, choices),
};

function judgeEqual(wanted: string | number | boolean, got: string | number | boolean): Judged {
  return { holds: wanted === got, expected: String(wanted), got: String(got) };
}

function judgeText(wanted: TextMatcher, got: string): Judged {
  return { holds: holdsText(got, wanted), expected: describeText(wanted), got: shorten(got) };
}

function describeText(wanted: TextMatcher): string {
  return typeof wanted === "string"
    ? `a text with ${JSON.stringify(wanted)}`
    : `a text that matches ${String(wanted)}`;
}

function judgeToolResult(
  wanted: NonNullable<MatcherParts["toolResult"]>,
  { toolResults }: ObservedRequest,
): Judged {
  const { name, callId, text } = wanted;
  const words = [
    ...(name === undefined ? [] : [`of the tool ${name}`]),
    ...(callId === undefined ? [] : [`of the call ${callId}`]),
    ...(text === undefined ? [] : [`with ${describeText(text)}`]),
  ];
  return {
    holds: toolResults.some(
      (result) =>
        (name === undefined || result.name === name) &&
        (callId === undefined || result.callId === callId) &&
        (text === undefined || holdsText(result.text, text)),
    ),
    expected: ["a result", ...words].join(" "),
    got: toolResults.length > 0 ? toolResults.map(describeResult).join("; ") : "no tool result",
  };
}

/** A tool result in a few words. */
export function describeResult({ name, callId, text, isError }: ObservedToolResult): string {
  const kind = isError ? "error" : "result";
  return `${kind} of ${name ?? "an unknown tool"} (${callId}) ${shorten(text)}`;
}

const longestText = 80;

/** A text in quotation marks, cut after 80 characters. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longestText) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, longestText).join(""))}… (${characters.length} characters)`;
}
