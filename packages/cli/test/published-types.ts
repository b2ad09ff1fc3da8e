/**
 * No test of the runner: `npm run typecheck` compiles this file, and fails where the published type of a
 * config, with all that it is made of, differs from the one that is inferred from the schema.
 */
import type { GatewayConfig as Published } from "diglot";
import { expectTypeOf } from "vitest";
import type { GatewayConfig } from "../src/config/types.js";

expectTypeOf<Published>().toEqualTypeOf<GatewayConfig>();
