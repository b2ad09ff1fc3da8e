/** Requirements of the Responses format that cannot be asked of an unknown server, and why. */
export const responsesUnobservable: Readonly<Record<string, string>> = {
  R032: "In which place a model reads instructions is observed by the model alone.",
  R045: "Which tools an item adds shows only where a model is scripted to call them.",
  R060: "Text and calls in one response take a model that is scripted to give both.",
  R066: "A model cannot be made to refuse; it takes a scripted one.",
  R070: "A failed response takes a model that is scripted to fail.",
  R085: "A model that is silent takes a scripted one.",
  R086: "A model that fails after text takes a scripted one.",
  R087: "An upstream that is lost must be scripted.",
  R088: "Whether the model call was aborted is observed inside the server alone.",
  R090: "Which timers a server keeps is observed inside it alone.",
  R093: "Which instructions a model reads is observed by the model alone.",
  R097: "What reaches an upstream is observed by the upstream alone.",
  R101: "Only a response that runs in the background can be cancelled, and the kit starts none.",
  R111: "It is about a client.",
  R112: "It is about a client.",
  R113: "It is about client libraries.",
};
