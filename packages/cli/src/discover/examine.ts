import { type Answer, ask, type Question } from "../http/ask.js";
import {
  type AskedFormat,
  type Credential,
  formats,
  invalidRequest,
  toHeaders,
} from "./formats.js";
import { judgeEndpoint, type Verdict } from "./judge.js";
import { type ModelList, readModelList } from "./models.js";

/** How requests are sent. */
export interface Asking {
  readonly fetch: typeof globalThis.fetch;
  readonly apiKey: string | undefined;
  /** How the key is sent; absent: each way in which a format takes it. */
  readonly credential: Credential | undefined;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What was found out about one format at a base URL. */
export interface FormatFindings {
  readonly verdict: Verdict;
  /** How the key was sent when the verdict was found. */
  readonly credential: Credential;
  /** The list that a client of this format gets. */
  readonly list: ModelList | undefined;
}

/** What was found out at a base URL. */
export interface Findings {
  readonly baseUrl: string;
  readonly messages: FormatFindings;
  readonly chatCompletions: FormatFindings;
  readonly responses: FormatFindings;
  /** The answer to a request for a path that no server has. */
  readonly nowhere: Answer;
}

const nowherePath = "/diglot-looks-whether-every-path-answers-alike";

/** Asks a base URL in every format, without a valid request to any model. */
export async function examine(baseUrl: string, asking: Asking): Promise<Findings> {
  const send = (question: Question) => {
    const headers = { ...question.headers, ...asking.headers };
    return ask(asking.fetch, { ...question, headers }, asking.signal);
  };
  const headers = toHeaders(formats["chat-completions"], asking.apiKey, asking.credential);
  const nowhere = await send(invalidRequest(baseUrl + nowherePath, headers));
  // Nothing else will be heard of a server that does not answer at all.
  const silent = { verdict: "absent", credential: "bearer", list: undefined } as const;
  if (nowhere.outcome !== "answered") {
    return { baseUrl, messages: silent, chatCompletions: silent, responses: silent, nowhere };
  }
  const examineOne = (format: AskedFormat) =>
    examineFormat(format, { ...asking, baseUrl, nowhere, send });
  const [messages, chatCompletions, responses] = await Promise.all([
    examineOne(formats.messages),
    examineOne(formats["chat-completions"]),
    examineOne(formats.responses),
  ]);
  return { baseUrl, messages, chatCompletions, responses, nowhere };
}

interface Place {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly credential: Credential | undefined;
  readonly nowhere: Answer;
  readonly send: (question: Question) => Promise<Answer>;
}

/** Asks with each credential of the format until one is not refused. */
async function examineFormat(format: AskedFormat, place: Place): Promise<FormatFindings> {
  const [usual, ...others] = place.credential ? [place.credential] : format.credentials;
  let findings = await examineWith(format, usual, place);
  for (const credential of place.apiKey === undefined ? [] : others) {
    if (findings.verdict !== "refuses_key") break;
    findings = await examineWith(format, credential, place);
  }
  return findings;
}

async function examineWith(
  format: AskedFormat,
  credential: Credential,
  { baseUrl, apiKey, nowhere, send }: Place,
): Promise<FormatFindings> {
  const headers = toHeaders(format, apiKey, credential);
  const [answer, models] = await Promise.all([
    send(invalidRequest(baseUrl + format.path, headers)),
    format.modelsPath && send({ method: "GET", url: baseUrl + format.modelsPath, headers }),
  ]);
  const verdict = judgeEndpoint(format, answer, nowhere);
  return { verdict, credential, list: models ? readModelList(models) : undefined };
}
