import { z } from "zod";
import { call } from "~/platform/contract/call";
import { isUsState } from "./us-states";

const text = (max: number) => z.string().trim().max(max, `must be at most ${max} characters`);

const fields = {
  accountNumber: text(6).regex(/^([A-Za-z0-9]{6})?$/, "must be six letters or digits"),
  clientId: text(200),
  /** `03` is UPS Ground. */
  service: text(2).regex(/^\d{0,2}$/, "must be two digits"),
  /** `02` is the customer's own package. */
  packaging: text(2).regex(/^\d{0,2}$/, "must be two digits"),
  returnName: text(35),
  returnAddress: text(35),
  returnCity: text(30),
  returnState: text(2).refine((code) => code === "" || isUsState(code), "must be a state's two letters"),
  returnZip: text(10).regex(/^(\d{5}(-\d{4})?)?$/, "must be 12345 or 12345-6789"),
  returnPhone: text(15),
};

const shown = z.object({ base_url: z.string(), ...fields, hasSecret: z.boolean() });

/** The calls about the connection to UPS. */
export const upsContract = {
  readSettings: call("owner")
    .route({ method: "GET", path: "/ups/settings", summary: "How UPS is set up" })
    .output(shown),
  saveSettings: call("owner")
    .route({
      method: "PUT",
      path: "/ups/settings",
      summary: "Set up UPS. An empty address turns it off and deletes the client secret",
    })
    .input(
      z.object({
        base_url: text(500),
        ...fields,
        /** Write-only: it is never answered. Absent or empty keeps the one that is stored for the same address. */
        clientSecret: text(500)
          .regex(/^[\x21-\x7e]*$/, "must be letters, digits and signs without spaces")
          .optional(),
      }),
    )
    .output(shown.extend({ changed: z.boolean() })),
  testConnection: call("owner")
    .route({
      method: "POST",
      path: "/ups/test",
      summary: "Check that UPS accepts the client and knows the address that returns are sent to",
    })
    .output(z.object({ msg: z.string() })),
};
