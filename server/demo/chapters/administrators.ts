import { administrators } from "~/platform/auth/tables.server";
import { type Chapter, daysAgo } from "../chapter.ts";
import { HISTORY_FLAGS } from "../staff.ts";

/** Those who did the history's work have signed in before, and have their access. */
export const administratorsOfHistory: Chapter = {
  name: "Access",
  async write(tx, shop) {
    const members = [shop.staff.reviewer, shop.staff.operations];
    await tx
      .insert(administrators)
      .values(
        members.map(({ id, name, email }, index) => ({
          shop: shop.domain,
          id,
          name,
          email,
          flags: [...(HISTORY_FLAGS[id as "4" | "5"] ?? [])],
          lastSeenAt: daysAgo(shop, 0.2 + index),
        })),
      )
      .onConflictDoNothing();
  },
};
