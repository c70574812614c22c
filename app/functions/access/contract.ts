import { z } from "zod";
import { tabLimits } from "~/core/access/tab-limits-schema";
import { declaredName } from "~/core/declared-name";
import type { Flag } from "~/platform/auth/permission";
import { call } from "~/platform/contract/call";

/** An administrator who has opened Backroom at least once, with their access. */
const administratorAccess = z.object({
  /** Shopify's id of the staff member. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  flags: z.array(z.string()),
  tabLimits: z.record(z.string(), z.array(z.string())),
  /** Counts the changes. A change names the version that it was made from. */
  version: z.number().int(),
  /** Instant, ISO 8601. */
  lastSeenAt: z.string().nullable(),
});
export type AdministratorAccess = z.infer<typeof administratorAccess>;

/** The calls of the Access page. */
export const accessContract = {
  list: call("owner")
    .route({
      method: "GET",
      path: "/access/administrators",
      summary: "The shop's administrators and what they may open",
    })
    .output(z.object({ rows: z.array(administratorAccess) })),
  grant: call("owner")
    .route({
      method: "PUT",
      path: "/access/administrators/{id}",
      summary: "Set what an administrator may open",
    })
    .input(
      z.object({
        id: z.string().min(1).max(40),
        /** The version that the change was made from. A stale version is refused with 409. */
        version: z.coerce.number("must be a number").int("must be a whole number").min(0),
        flags: z.array(declaredName<Flag>("flags")),
        tabLimits: tabLimits.default({}),
      }),
    )
    .output(z.object({ before: administratorAccess, after: administratorAccess, changed: z.boolean() })),
};
