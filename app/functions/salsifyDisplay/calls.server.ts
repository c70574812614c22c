import { z } from "zod";
import { call } from "~/core/call.server";
import { MAX_ENTRIES } from "./display-names";
import { saveDisplayNames } from "./save-display-names.server";
import { displayName, displayNames, listDisplayNames } from "./stored-list.server";

export const salsifyDisplayCalls = {
  list: call("GET /salsifyDisplayName/list", {
    for: "showSalsifyDisplay",
    summary: "The display names of metafields",
    output: displayNames,
    run: (context) => listDisplayNames(context),
  }),
  save: call("PUT /salsifyDisplayName/list", {
    for: "showSalsifyDisplay",
    summary: "Replace the display names of metafields. Empty values are dropped",
    input: z.object({
      updateList: z
        .array(displayName, "must be a list of entries with key and value")
        .max(MAX_ENTRIES, `must have at most ${MAX_ENTRIES.toLocaleString("en-US")} entries`),
      /** `metaFieldId` of the list that was read. */
      id: z.string().max(200).nullish(),
      /** `digest` of the list that was read: 409 when it was saved since. Without it, only `id` is compared. */
      digest: z.string().max(200).nullish(),
    }),
    output: z.object({
      success: z.literal(true),
      metaFieldId: z.string().nullable(),
      digest: z.string().nullable(),
      /** How many display names changed. */
      changed: z.number().int(),
    }),
    run: saveDisplayNames,
  }),
};
