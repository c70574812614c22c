import type { OperationKind } from "~/core/operations/operation-kind.server";
import { Refusal } from "~/platform/errors";
import { orderAttempts } from "../tables.server";

/** The task that creates orders: its name is enough to request it. */
export const CREATE_ORDERS = { name: "submissions.create-orders" } as const;

/** An attempt to create the order of a submission. */
export type OrderAttempt = typeof orderAttempts.$inferSelect;

/** Attempts as operations: one at a time per submission. */
export const orderAttempt: OperationKind<typeof orderAttempts> = {
  noun: "order of a submission",
  table: orderAttempts,
  key: ["id"],
  finishTask: CREATE_ORDERS.name,
  busyMessage: "The order of this submission is being created.",
  lostMessage: "Another process has taken over the creation of this order.",
  // What Shopify refuses with reasons was certainly not created.
  isUndone: (error) => error instanceof Refusal && error.code === "SHOPIFY_REFUSED",
};
