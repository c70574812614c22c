import { z } from "zod";
import { call } from "~/platform/contract/call";
import { SCORE_NOT_VALID } from "./messages";

const text = z.string().trim().max(500, "must be at most 500 characters");
/** 1 to 500, as text. */
const score = z
  .string()
  .trim()
  .regex(/^([1-9]\d?|[1-4]\d\d|500)$/, SCORE_NOT_VALID);

const shown = z.object({
  base_url: z.string(),
  mediumFrom: z.string(),
  highFrom: z.string(),
  hasKey: z.boolean(),
});

/** The calls about the connection to Ekata. */
export const ekataSettingsContract = {
  read: call("owner")
    .route({ method: "GET", path: "/ekata/settings", summary: "How Ekata is set up" })
    .output(shown),
  save: call("owner")
    .route({
      method: "PUT",
      path: "/ekata/settings",
      summary: "Set up Ekata. An empty address turns it off and deletes the key",
    })
    .input(
      z.object({
        base_url: text,
        /** From which identity risk score on an order has a medium risk, and a high one. */
        mediumFrom: score,
        highFrom: score,
        /** Write-only: it is never answered. Absent or empty keeps the one that is stored for the same address. */
        key: text.regex(/^[\x21-\x7e]*$/, "must be letters, digits and signs without spaces").optional(),
      }),
    )
    .output(shown.extend({ changed: z.boolean() })),
  testConnection: call("owner")
    .route({ method: "POST", path: "/ekata/test", summary: "Check that Ekata accepts the key" })
    .output(z.object({ msg: z.string() })),
};
