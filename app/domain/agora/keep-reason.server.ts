import { and, eq, ne } from "drizzle-orm";
import { keepReasons } from "~/domain/customers/hooks.server";
import { syncAttempts } from "./tables.server";

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
