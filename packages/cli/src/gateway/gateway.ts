import type { CloseOptions, Reporter, Service } from "@diglot/core";
import type { GatewayConfig } from "../config/types.js";
import type { Log } from "../log/log.js";

/** Where the page of the inspector is. */
export interface InspectorAddress {
  /** Such as `http://127.0.0.1:8787/inspector`; the page asks for the credential of an administrator. */
  readonly url: string;
  /**
   * Opens the page once without a credential, within ten minutes after the start. It is a secret. Absent if
   * others than the programs of this machine reach the gateway.
   */
  readonly link?: string | undefined;
}

/** A running gateway. */
export interface Gateway {
  /** Where it listens, such as `http://127.0.0.1:8787`, with the base path of the current config and without `/v1`. */
  readonly baseUrl: string;
  /** The ids of the models that callers can ask for now. */
  readonly models: readonly string[];
  /** The most tokens that they read, by their ids; a model of which it is not known is absent. */
  readonly contextWindows: ReadonlyMap<string, number>;
  /** The ids of those for which the web is searched. */
  readonly searching: ReadonlySet<string>;
  /** Absent if the current config has no inspector. */
  readonly inspector?: InspectorAddress | undefined;
  /** What answers requests; it stays the same when the config is reloaded. */
  readonly service: Service;
  /**
   * Takes another config without dropping a request: new requests get the new one as soon as this
   * resolves, running ones end under the old one, for as long as `drainTimeout` says. What has not
   * changed, such as the store, is kept.
   * @throws ConfigError, or what has failed; then the old config stays
   */
  reload(config: GatewayConfig): Promise<void>;
  /**
   * Lets running requests end within `timeout` milliseconds, cuts the rest, then closes the port and
   * the stores. @default timeout: the config's `drainTimeout`
   */
  close(options?: CloseOptions): Promise<void>;
}

/** How a gateway is started, beside its config. */
export interface GatewayOptions {
  /** The name of the config in errors. @default "config" */
  readonly source?: string | undefined;
  /** The variables that `${NAME}` in the config stands for. @default `process.env` */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where the lines about requests and failures go. @default nowhere */
  readonly log?: Log | undefined;
  /** Receives the events of the service, beside the log. @default none */
  readonly reporter?: Reporter | undefined;
}
