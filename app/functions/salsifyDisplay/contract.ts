import { z } from "zod";
import { call } from "~/platform/contract/call";
import { MAX_ENTRIES } from "./display-names";

const displayName = z.object({ key: z.string(), value: z.string() });

const displayNames = z.object({
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

export const salsifyDisplayContract = {
  list: call("showSalsifyDisplay")
    .route({ method: "GET", path: "/salsifyDisplayName/list", summary: "The display names of metafields" })
    .output(displayNames),
  save: call("showSalsifyDisplay")
    .route({
      method: "PUT",
      path: "/salsifyDisplayName/list",
      summary: "Replace the display names of metafields. Empty values are dropped",
    })
    .input(
      z.object({
        updateList: z
          .array(displayName, "must be a list of entries with key and value")
          .max(MAX_ENTRIES, `must have at most ${MAX_ENTRIES.toLocaleString("en-US")} entries`),
        /** `metaFieldId` of the list that was read. */
        id: z.string().max(200).nullish(),
        /** `digest` of the list that was read: 409 when it was saved since. Without it, only `id` is compared. */
        digest: z.string().max(200).nullish(),
      }),
    )
    .output(
      z.object({
        success: z.literal(true),
        metaFieldId: z.string().nullable(),
        digest: z.string().nullable(),
        /** How many display names changed. */
        changed: z.number().int(),
      }),
    ),
};
