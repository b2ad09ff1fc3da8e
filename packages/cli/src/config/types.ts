// The public types of a config, in the order in which they are published.

export type {
  AccountConfig,
  BudgetConfig,
  CreditConfig,
  KeyConfig,
  RateLimitsConfig,
} from "./schema/accounts.js";
export type { BalanceMember, HealthConfig, ModelConfig, RetryConfig } from "./schema/models.js";
export type { ServerConfig, TransportConfig } from "./schema/network.js";
export type {
  AdminConfig,
  CaptureConfig,
  InspectorConfig,
  LogConfig,
  MetricsConfig,
  TelemetryConfig,
} from "./schema/operation.js";
export type {
  JsonSearchConfig,
  SearxngConfig,
  ServerToolsConfig,
  WebFetchConfig,
} from "./schema/server-tools.js";
export type {
  ChatCompletionsConfig,
  CorsConfig,
  DrainConfig,
  LedgerTimesConfig,
  MessagesConfig,
  ResponsesConfig,
  ServiceConfig,
  SizeLimitsConfig,
  UnsupportedConfig,
} from "./schema/service.js";
export type { LimitsConfig, StoreConfig } from "./schema/stores.js";
export type {
  PresetName,
  ReasoningStoreConfig,
  TranslationConfig,
  UpstreamConfig,
} from "./schema/upstreams.js";
export type { TimeoutConfig, UpstreamTimeoutsConfig } from "./schema/values.js";
export type { GatewayConfig } from "./schema.js";
