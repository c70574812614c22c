import { z } from "zod";

/** An administrator who has opened Backroom at least once, with their access. */
export const administratorAccess = z.object({
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
