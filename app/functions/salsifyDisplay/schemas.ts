import { z } from "zod";

export const displayName = z.object({ key: z.string(), value: z.string() });

export const displayNames = z.object({
  /** Every product metafield that has a definition or a display name. `value` is empty without a display name. */
  data: z.array(
    displayName.extend({
      /** The definition's name. Null for a key that no longer has a definition. */
      name: z.string().nullable(),
    }),
  ),
  /** Null until the list is saved for the first time. */
  metaFieldId: z.string().nullable(),
  /** Changes with the stored list. Null until it is saved for the first time. */
  digest: z.string().nullable(),
  /** Who saved the current list, and what they changed. Null when it wasn't saved by Backroom. */
  lastSave: z
    .object({
      by: z.object({ id: z.string(), name: z.string() }),
      /** ISO 8601. */
      at: z.string(),
      changes: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })),
    })
    .nullable(),
});

export type DisplayNames = z.infer<typeof displayNames>;
