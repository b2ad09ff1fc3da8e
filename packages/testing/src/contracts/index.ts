export type { TortureResult } from "../torture/audit.js";
export {
  type LedgerFault,
  type LedgerFaultPlan,
  withLedgerFaults,
} from "../torture/ledger-faults.js";
export { type TortureOptions, tortureContract, tortureLedger } from "../torture/torture-ledger.js";
export type { LedgerOperation } from "../torture/wrap-ledger.js";
export type { ContractCase, ContractClock, CreateSubject, Subject } from "./contract.js";
export { documentsContract } from "./documents.js";
export { idempotencyContract } from "./idempotency.js";
export { keyStoreContract } from "./keys/key-store-contract.js";
export { type KeysSubject, keysContract } from "./keys/keys-contract.js";
export { ledgerContract } from "./ledger/ledger-contract.js";
export { type LimitsContractOptions, limitsContract } from "./limits/limits-contract.js";
export { type OutboxSubject, outboxContract } from "./outbox.js";
export { ledgerRecordsContract } from "./records/records-contract.js";
