export {
  createMemoryDocuments,
  type MemoryDocumentsOptions,
} from "./accounts/documents/memory-documents.js";
export {
  createMemoryIdempotency,
  type MemoryIdempotencyOptions,
} from "./accounts/idempotency/memory-idempotency.js";
export type { Authenticate, HostRequest, Identity } from "./accounts/keys/host-authentication.js";
export {
  createMemoryKeys,
  type MemoryKey,
  type MemoryKeysOptions,
} from "./accounts/keys/memory-keys.js";
export {
  createMemoryLedger,
  type MemoryLedger,
  type MemoryLedgerOptions,
} from "./accounts/ledger/memory-ledger.js";
export { createMemoryLimits, type MemoryLimitsOptions } from "./accounts/limits/memory-limits.js";
export {
  type OutboxOptions,
  type SpoolingLedger,
  withOutbox,
} from "./accounts/outbox/with-outbox.js";
export { readPriceTable } from "./accounts/prices/price-table.js";
export type { ReplyFacts } from "./conversation/reply-facts.js";
export {
  type ChangingLine,
  changingLines,
  type PromptPreset,
  promptPresets,
} from "./conversation/stable-prompt/lines.js";
export { type CloseOptions, createService, type Service } from "./create-service.js";
export type { Fault } from "./errors/fault.js";
export { errorKinds } from "./errors/fault.js";
export { type ErrorKind, ServiceError, type ServiceErrorOptions } from "./errors/service-error.js";
export type { Content } from "./events/content.js";
export type {
  Administration,
  AttemptBegun,
  AttemptEnded,
  FirstContent,
  ReporterEvent,
  RequestBegun,
  RequestEnded,
  UpstreamChecked,
  UpstreamState,
} from "./events/event.js";
export type { Reporter } from "./events/reporter.js";
export type {
  AttemptFacts,
  EndedAttempt,
  FailureFacts,
  RequestFacts,
  RequestOutcome,
  TraceContext,
  Waited,
} from "./events/request-facts.js";
export {
  type ChatCompletionsSettings,
  chatCompletionsFormat,
} from "./formats/chat-completions/format.js";
export type { ChatCompletionsUpstreamCapabilities } from "./formats/chat-completions/upstream.js";
export { type MessagesSettings, messagesFormat } from "./formats/messages/format.js";
export type { MessagesUpstreamCapabilities } from "./formats/messages/upstream.js";
export type { StrictProfile } from "./formats/strict-profile.js";
export type { CorsOptions } from "./http/cors-options.js";
export type { SizeLimits } from "./http/size-limits.js";
export {
  defineModel,
  type InProcessRequest,
  type ModelOptions,
} from "./models/in-process/define-model.js";
export type { YieldedLogprob, YieldedToken } from "./models/in-process/logprob-queue.js";
export {
  type ModelYield,
  redactedThinking,
  refusal,
  stop,
  text,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "./models/in-process/yields.js";
export type { Timeouts } from "./models/reply/timeouts.js";
export {
  type ServerToolOptions,
  type WebFetch,
  type WebFetchRequest,
  type WebSearch,
  type WebSearchRequest,
  WebToolError,
} from "./models/server-tools/options.js";
export { withServerTools } from "./models/server-tools/with-server-tools.js";
export { type BalancedOptions, balanced, type WeightedModel } from "./models/wrappers/balanced.js";
export type { GroupOptions } from "./models/wrappers/join-models.js";
export { type FallbackOptions, withFallback } from "./models/wrappers/with-fallback.js";
export { type RetryOptions, withRetry } from "./models/wrappers/with-retry.js";
export { type TimeLimits, withTimeout } from "./models/wrappers/with-timeout.js";
export type { DrainLimits, LedgerTimes, ServiceOptions } from "./options.js";
export { chatCompletionsUpstream } from "./upstreams/chat-completions-upstream.js";
export { type ListOptions, listUpstreamModels } from "./upstreams/list-models.js";
export { messagesUpstream } from "./upstreams/messages-upstream.js";
export type { UpstreamOptions, UpstreamTimeouts } from "./upstreams/options.js";
export { presets } from "./upstreams/presets.js";
export {
  createMemoryReasoningStore,
  type MemoryReasoningStoreOptions,
  type ReasoningKey,
  type ReasoningStore,
} from "./upstreams/translate/reasoning-store.js";

// For authors of adapters, stores and other kinds of models.

export { type AccountQuery, checkAccountLimit, selectAccounts } from "./accounts/account-list.js";
export type { Checkable } from "./accounts/checkable.js";
export {
  type DocumentStore,
  type StoredDocument,
  validDocuments,
} from "./accounts/documents/documents.js";
export type {
  IdempotencyClaim,
  IdempotencyState,
  IdempotencyStore,
  StoredAnswer,
} from "./accounts/idempotency/idempotency.js";
export { changeKey } from "./accounts/keys/change-key.js";
export {
  checkId,
  checkKeyChange,
  checkKeyLimit,
  checkOverlap,
  checkRateLimits,
  validLimits,
} from "./accounts/keys/check-key.js";
export {
  issueKey,
  isValidKey,
  keyIdConflict,
  keySecretConflict,
} from "./accounts/keys/issue-key.js";
export type {
  IssuedKey,
  KeyChange,
  KeyPage,
  KeyQuery,
  KeyStore,
  LimitsChange,
  NewKey,
  StoredKey,
} from "./accounts/keys/key-store.js";
export type { KeyRecord, Keys, RateLimits } from "./accounts/keys/keys.js";
export { createSecret, hashSecret, prefixOf } from "./accounts/keys/secrets.js";
export {
  type Budget,
  type BudgetName,
  type BudgetStatus,
  checkBudget,
  checkBudgetName,
  sortBudgets,
} from "./accounts/ledger/budget.js";
export {
  type BudgetPeriod,
  budgetPeriods,
  timesOfWindow,
  type WindowTimes,
  windowAt,
  type ZonedPeriod,
} from "./accounts/ledger/budget-window.js";
export type {
  AttemptRow,
  CallerGonePolicy,
  FinalRow,
  Heartbeat,
  Ledger,
  OpenRow,
  Reservation,
  RowEnd,
  Settlement,
  UnknownAccountsPolicy,
} from "./accounts/ledger/ledger.js";
export type {
  Balance,
  Credit,
  LedgerRecords,
  LedgerStore,
  RowPage,
  RowQuery,
  UsageGroup,
  UsageQuery,
  UsageSum,
} from "./accounts/ledger/records.js";
export {
  budgetExhausted,
  budgetMissing,
  creditIdConflict,
  type ExhaustedBudget,
  type Shortfall,
} from "./accounts/ledger/refusals.js";
export { checkRowLimit } from "./accounts/ledger/row-log.js";
export {
  callerGonePolicies,
  finalStates,
  rowEnds,
  unknownAccountsPolicies,
} from "./accounts/ledger/row-words.js";
export {
  costOfAttempt,
  openRow,
  recoverBatchSize,
  recoverRow,
  releaseRow,
  settleRow,
} from "./accounts/ledger/rows.js";
export { groupMembers, sortSums, sumUsage } from "./accounts/ledger/sum-usage.js";
export type {
  Admission,
  AdmissionRequest,
  Entrance,
  EntranceRequest,
  Limits,
} from "./accounts/limits/limits.js";
export type { Outbox } from "./accounts/outbox/outbox.js";
export { validPrices } from "./accounts/prices/check-prices.js";
export {
  type AppliedPrices,
  costOf,
  type DatedPrices,
  type MediaTokens,
  type PriceList,
  type Prices,
  unpricedUnits,
} from "./accounts/prices/prices.js";
export type { AttemptEnd } from "./conversation/attempt-end.js";
export {
  capabilityChecks,
  type RewrittenSchema,
  type TranslationOptions,
  type UpstreamCapabilities,
} from "./conversation/capabilities.js";
export type * from "./conversation/conversation.js";
export type * from "./conversation/events.js";
export type { AcceptedMembers } from "./conversation/members/priced-members.js";
export { placeOf } from "./conversation/places.js";
export type {
  Receipt,
  ReceiptBranch,
  ReceiptDetail,
  ReceiptEntry,
  UnsupportedPolicy,
} from "./conversation/receipt/receipt.js";
export type { NativeRules, Rule } from "./conversation/receipt/rules.js";
export type * from "./conversation/server-tools.js";
export { isUnitName, toUnitCount, type Units, unitNameForm } from "./conversation/usage/units.js";
export {
  completeUsage,
  type FinalUsage,
  noUsage,
  type Usage,
  type UsageCounts,
  type UsageKind,
  type UsageSource,
  usageKinds,
  usageSources,
} from "./conversation/usage/usage.js";
export type { Endpoint, EndpointRequest, Readiness } from "./endpoints/endpoint.js";
export { healthEndpoints } from "./endpoints/health-endpoints.js";
export type { ExceededRate, RateKind, RateStatus, RateWindow } from "./errors/rates.js";
export type { FailedAttempt } from "./events/request-facts.js";
export type { HeaderList } from "./http/answers.js";
export type {
  AcceptedConnection,
  Answer,
  ByteSource,
  Exchange,
  HeaderLookup,
  IncomingBody,
  MessageConnection,
  MessageContext,
} from "./http/exchange.js";
export { toExchange, toResponse } from "./http/web.js";
export type { JsonObject } from "./json/value.js";
export { checkModel, validModel } from "./models/check-model.js";
export { respondWithChoices } from "./models/choices/respond-with-choices.js";
export type { Continuity } from "./models/continuity.js";
export { deriveModel, type ModelChange } from "./models/derive-model.js";
export type {
  Attempt,
  AttemptAnnouncement,
  AttemptFailure,
  Caller,
  Capabilities,
  ChoicesReply,
  CountRequest,
  EventsReply,
  Model,
  ModelRequest,
  Origin,
  RelayReply,
  Reply,
  TokenCount,
} from "./models/model.js";
export type { AbortSource } from "./runtime/abort-link.js";
export type { Clock } from "./runtime/clock.js";
export type { Ids } from "./runtime/ids.js";
export { isPromise, type MaybePromise } from "./runtime/maybe-promise.js";
export type { Steps } from "./runtime/steps.js";
export { createUpstream } from "./upstreams/create-upstream.js";
export { toProviderError } from "./upstreams/provider-error.js";
export type { Transport, TransportRequest, TransportResponse } from "./upstreams/send/transport.js";
export type { Check } from "./validation/check.js";
export type { OtherChecks } from "./validation/like.js";
export type {
  GivenMember,
  MemberCheck,
  MemberChecks,
  RequiredMember,
} from "./validation/objects.js";
export { validClock } from "./validation/runtime-ports.js";
export { type Checks, checks } from "./validation/vocabulary.js";

// For those who write a format.

export type { FoldedBlock, FoldedReply } from "./conversation/fold.js";
export type { ToolNames } from "./conversation/legal-names.js";
export type { ChatCompletionsStrictRules } from "./formats/chat-completions/strict/profile.js";
export type {
  AnswerContext,
  AttachedFiles,
  BodyReader,
  ConnectContext,
  ErrorAnswer,
  Format,
  FormatDefinition,
  FormatSetup,
  Head,
  KeepContext,
  ParsedRequest,
  RequestText,
  ResolveContext,
  StreamWriter,
} from "./formats/format.js";
export type {
  CapabilitiesOf,
  FormatList,
  FormatName,
  FormatOptions,
  WireFormat,
} from "./formats/formats.js";
export { type Framing, serverSentEvents } from "./formats/framing.js";
export type { MessagesStrictRules } from "./formats/messages/strict/profile.js";
export type {
  Credential,
  InstructionPlace,
  ItemList,
  ListedModel,
  ReadReplyContext,
  RelayEdits,
  RelayedBody,
  RelayObserver,
  ReportedUsage,
  StreamParser,
  UpstreamFailure,
  UpstreamFormat,
  WriteRequestContext,
} from "./formats/upstream-format.js";
export type { EventDecoder } from "./sse/decode.js";
export type { DecodedEvent } from "./sse/event-fields.js";
export type { FrameSplitter, Frames } from "./sse/frames.js";
