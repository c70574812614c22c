import { z } from "zod";
import { declaredName } from "~/core/declared-name";
import { call } from "~/platform/contract/call";

/** Switches by key, and whether they are on. Missing keys stay unchanged. */
const switches = z.record(declaredName("switches"), z.boolean("must be true or false"));

/** The calls of the Settings page. */
export const settingsContract = {
  read: call("owner")
    .route({ method: "GET", path: "/settings", summary: "The shop's switches" })
    .output(z.object({ switches })),
  change: call("owner")
    .route({
      method: "PATCH",
      path: "/settings",
      summary: "Set switches of the shop. The others stay unchanged",
    })
    .input(z.object({ switches: switches }))
    .output(z.object({ switches, changed: switches })),
};
