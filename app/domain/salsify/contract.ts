import { z } from "zod";
import { call } from "~/platform/contract/call";

const text = z.string().trim().max(500, "must be at most 500 characters");
/** A quote would end the name in Salsify's list of properties. */
const properties = text.regex(/^[^']*$/, "must not contain an apostrophe");

const shown = z.object({
  base_url: z.string(),
  organization: z.string(),
  skuProperty: z.string(),
  mediaProperties: z.string(),
  hasToken: z.boolean(),
});

/** The calls about the connection to Salsify. */
export const salsifyContract = {
  readSettings: call("owner")
    .route({ method: "GET", path: "/salsify/settings", summary: "How Salsify is set up" })
    .output(shown),
  saveSettings: call("owner")
    .route({
      method: "PUT",
      path: "/salsify/settings",
      summary: "Set up Salsify. An empty address turns it off and deletes the token",
    })
    .input(
      z.object({
        base_url: text,
        organization: text,
        /** The property with the SKU. */
        skuProperty: properties,
        /** The properties with URLs of media, separated by commas. */
        mediaProperties: properties,
        /** Write-only: it is never answered. Absent or empty keeps the one that is stored for the same address. */
        token: text.regex(/^[\x21-\x7e]*$/, "must be letters, digits and signs without spaces").optional(),
      }),
    )
    .output(shown.extend({ changed: z.boolean() })),
  testConnection: call("owner")
    .route({
      method: "POST",
      path: "/salsify/test",
      summary: "Check that Salsify accepts the organization and the token",
    })
    .output(z.object({ msg: z.string() })),
};
