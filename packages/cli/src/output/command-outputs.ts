import type { ConformanceReport } from "@diglot/testing/conformance";
import type { KeyUsage } from "../admin/keys/ask-key-usage.js";
import type {
  AccountLimitsBody,
  BalanceBody,
  BudgetBody,
  IssuedKeyBody,
  KeyBody,
  ListBody,
  UsageListBody,
} from "../admin/wire/bodies.js";
import type { UpstreamListBody } from "../admin/wire/upstreams.js";
import type { DoctorOutput } from "../doctor/report/output.js";
import type { Report } from "../import/report/report.js";
import type { InitOutput } from "../init/output.js";
import type { Judged } from "../prices/judge.js";
import type { Summary } from "../run/summary/summary.js";
import type { CheckOutput } from "../serve/output.js";

/**
 * The JSON that each command writes, by its name. `diglot run --json` writes it to a file, all others to
 * standard output. Releases may add members. A failure is a text on standard error, and no JSON.
 */
export interface CommandOutputs {
  readonly "budgets remove": ListBody<BudgetBody>;
  readonly "budgets set": ListBody<BudgetBody>;
  readonly "budgets show": ListBody<BudgetBody>;
  readonly conformance: ConformanceReport;
  readonly "credit add": BalanceBody;
  /** With an account its balance, otherwise the list of all accounts. */
  readonly "credit show": BalanceBody | ListBody<BalanceBody>;
  readonly doctor: DoctorOutput;
  readonly import: Report;
  readonly init: InitOutput;
  readonly "keys change": KeyBody;
  readonly "keys create": IssuedKeyBody;
  readonly "keys list": ListBody<KeyBody & KeyUsage>;
  readonly "keys revoke": KeyBody;
  readonly "keys rotate": IssuedKeyBody;
  readonly "keys show": KeyBody & { readonly budgets: readonly BudgetBody[] };
  readonly "limits remove": AccountLimitsBody;
  readonly "limits set": AccountLimitsBody;
  readonly prices: readonly Judged[];
  readonly run: Summary;
  readonly "serve --check": CheckOutput;
  readonly status: UpstreamListBody;
  readonly usage: UsageListBody;
}
