import type { Connection } from "../connection.js";

/** Variables of a tool; one that is undefined is removed. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What a preset adds to the call of its tool. */
export interface Setup {
  readonly variables?: Variables | undefined;
  /** Arguments that come before those of the user. */
  readonly args?: readonly string[] | undefined;
  /** Ends what the tool has left running; called when the tool has ended, before its folder is removed. */
  readonly tidyUp?: (() => Promise<void>) | undefined;
}

/** Where a preset may write files. */
export interface Workspace {
  /** A new folder that only this user can read; it is removed when the tool has ended. */
  readonly folder: string;
  /** The user's home. */
  readonly home: string;
  /** The variables of this process that the tool may have. */
  readonly environment: Variables;
}

/** The setting of a tool for the context window of a model that it does not know. */
export interface ContextSetting {
  readonly name: string;
  /** A page that describes it. */
  readonly source: string;
}

/** How one tool is configured, beyond the variables that every tool gets. */
export interface Preset {
  /** What `--preset` calls it. */
  readonly name: string;
  /** The commands and the packages by which it is recognized. */
  readonly commands: readonly string[];
  /**
   * Whether it offers its vendor's search of the web where it wants one. A model of any other tool is offered
   * the search of `--search` with every request. @default false
   */
  readonly offersSearch?: boolean | undefined;
  /** How the tool is told how much its model reads. Absent: it has no setting for that. */
  readonly contextSetting?: ContextSetting | undefined;
  /** Never changes a file of the user. */
  setUp(connection: Connection, workspace: Workspace): Setup;
}
