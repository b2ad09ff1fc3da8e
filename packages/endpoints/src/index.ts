export { speechFormat, speechUpstream, speechUpstreamFormat } from "./audio/speech.js";
export {
  transcriptionsFormat,
  transcriptionsUpstream,
  transcriptionsUpstreamFormat,
} from "./audio/transcriptions.js";
export {
  completionsFormat,
  completionsUpstream,
  completionsUpstreamFormat,
} from "./completions/completions.js";
export type { Vector } from "./embedding-model/check-vectors.js";
export {
  defineEmbeddingModel,
  type Embed,
  type EmbeddingModelRequest,
} from "./embedding-model/define-embedding-model.js";
export type { EmbeddingModelOptions } from "./embedding-model/options.js";
export {
  embeddingsFormat,
  embeddingsUpstream,
  embeddingsUpstreamFormat,
} from "./formats/embeddings.js";
export {
  moderationsFormat,
  moderationsUpstream,
  moderationsUpstreamFormat,
} from "./formats/moderations.js";
export { rerankFormat, rerankUpstream, rerankUpstreamFormat } from "./formats/rerank.js";
export {
  imageEditsFormat,
  imageEditsUpstream,
  imageEditsUpstreamFormat,
} from "./images/edits.js";
export { imagesFormat, imagesUpstream, imagesUpstreamFormat } from "./images/generations.js";
export { createRelayFormat } from "./relay-format/create-relay-format.js";
export type { RelayFormatOptions, RelayOutput } from "./relay-format/options.js";
export type { UnitSource, UnitSources } from "./units/units.js";
