import { z } from "zod";
import { GUEST_STATES } from "~/domain/events/guests/guest-state";

/** A person on the check-in list, with registration and check-in. Instants are ISO 8601. */
export const guest = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isRegistered: z.boolean(),
  /** Null for a guest who hasn't answered. */
  state: z.enum(GUEST_STATES).nullable(),
  /** Why Shopify refused the guest's registration. Null unless it did, and nothing followed. */
  refusal: z.string().nullable(),
  checkedInAt: z.string().nullable(),
  checkedInBy: z.string().nullable(),
});

export type Guest = z.infer<typeof guest>;
