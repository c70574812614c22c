import { and, eq, ne } from "drizzle-orm";
import { deleteRowsOf, erasure } from "~/core/erasure/erasure.server";
import { keepReasons } from "~/domain/customers/hooks.server";
import { syncAttempts } from "./tables.server";

/** Before the rules' candidates: a push locks its attempt, and then queues the customer for the rules. */
export const eraseSyncAttempts = erasure("Agora sync attempts", {
  stage: 29,
  erase: (client, person) => deleteRowsOf(client, person, ["sync_attempts"]),
});

/** An import that is undone keeps customers that Agora has. */
export const syncKeepReason = keepReasons.handler(async (tx, shop, customerId) => {
  const attempts = await tx.$count(
    syncAttempts,
    and(
      eq(syncAttempts.shop, shop),
      eq(syncAttempts.customerId, customerId),
      ne(syncAttempts.state, "failed"),
    ),
  );
  return attempts > 0 ? "they were synced to Agora" : null;
});
