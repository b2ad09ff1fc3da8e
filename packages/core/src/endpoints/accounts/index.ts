export {
  createRowDelivery,
  type RowDelivery,
  type RowDeliveryOptions,
} from "../../accounts/delivery/create-row-delivery.js";
export {
  type DeliveryOptions,
  type DeliveryResult,
  deliverRows,
} from "../../accounts/delivery/deliver-rows.js";
export {
  type ExportChunk,
  type ExportOptions,
  exportRows,
} from "../../accounts/export/export-rows.js";
export type { RowFormat } from "../../accounts/export/write-rows.js";
export { fromUsd, toUsd } from "../../accounts/prices/dollars.js";
export { type AccountEndpointsOptions, accountEndpoints } from "./account-endpoints.js";
export { type AdminCredential, validCredential, withCredential } from "./admin-credential.js";
export { type AdminEndpointsOptions, adminEndpoints } from "./admin-endpoints.js";
export type { AdminEndpoint, AdminRequest } from "./admin-request.js";
