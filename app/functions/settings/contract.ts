import { z } from "zod";
import { SWITCH_KEYS } from "~/domain/settings/switches";
import { call } from "~/platform/contract/call";

const switches = z.record(z.enum(SWITCH_KEYS), z.boolean());
const someSwitches = z.partialRecord(
  z.enum(SWITCH_KEYS, `must be one of: ${SWITCH_KEYS.join(", ")}`),
  z.boolean("must be true or false"),
);

/** The calls of the Settings page. */
export const settingsContract = {
  read: call("owner")
    .route({ method: "GET", path: "/settings", summary: "The shop's switches" })
    .output(z.object({ switches })),
  change: call("owner")
    .route({
      method: "PATCH",
      path: "/settings",
      summary: "Set switches of the shop; the others stay as they are",
    })
    .input(z.object({ switches: someSwitches }))
    .output(z.object({ switches, changed: someSwitches })),
};
