import type { RefundTransfer } from "../orders/refund-order.ts";
import { badRequest } from "./errors.ts";
import { idOfType } from "./gid.ts";
import { centsOf, type MoneyInput } from "./parse-money-input.ts";

/** The schema's `RefundMethodInput`. */
export interface RefundMethod {
  storeCreditRefund: { amount: MoneyInput; expiresAt?: string | null };
}

/** Where the money of a refund goes: back to payments, and to new store credit. */
export function transfersOf(
  payments: ReadonlyArray<{ parentId: string; cents: number }>,
  methods: readonly RefundMethod[],
): RefundTransfer[] {
  return [
    ...payments.map(({ parentId, cents }) => ({
      to: "payment" as const,
      cents,
      parentId: idOfType(parentId, "OrderTransaction"),
    })),
    ...methods.map(({ storeCreditRefund: { amount, expiresAt } }) => ({
      to: "credit" as const,
      cents: centsOf(amount),
      expiresAt: expiresAt ? instantOf(expiresAt) : null,
    })),
  ];
}

function instantOf(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw badRequest(`Invalid DateTime '${text}'`);
  return instant;
}
