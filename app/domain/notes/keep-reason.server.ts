import { and, eq, isNull } from "drizzle-orm";
import { keepReasons } from "~/domain/customers/hooks.server";
import { customerNotes } from "./tables.server";

/** An import that is undone keeps customers with a note. */
export const noteKeepReason = keepReasons.handler(async (tx, shop, customerId) => {
  const notes = await tx.$count(
    customerNotes,
    and(
      eq(customerNotes.shop, shop),
      eq(customerNotes.customerId, customerId),
      isNull(customerNotes.deletedAt),
    ),
  );
  return notes > 0 ? "they have a note" : null;
});
