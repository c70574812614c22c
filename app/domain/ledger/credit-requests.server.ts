import type { IdempotencyKind } from "~/core/operations/idempotency-key.server";
import { ledgerOperations } from "./tables.server";

/** Requests that change credit, each answered once. */
export const creditRequests: IdempotencyKind = { noun: "request", table: ledgerOperations };
