import { z } from "zod";
import { call } from "~/core/call.server";
import { assertDeclared, declaredName } from "~/core/declared-name";
import type { Flag } from "~/platform/auth/permission";
import { administratorAccess, grantAccess, listAdministrators, tabLimits } from "./grant.server";

/** The calls of the Access page. */
export const accessCalls = {
  list: call("GET /access/administrators", {
    for: "owner",
    summary: "The shop's administrators and what they may open",
    output: z.object({ rows: z.array(administratorAccess) }),
    run: async (context) => ({ rows: await listAdministrators(context.shop.domain) }),
  }),
  grant: call("PUT /access/administrators/{id}", {
    for: "owner",
    summary: "Set what an administrator may open",
    input: z.object({
      id: z.string().min(1).max(40),
      /** The version that the change was made from. A stale version is refused with 409. */
      version: z.coerce.number("must be a number").int("must be a whole number").min(0),
      flags: z.array(declaredName<Flag>("flags")),
      tabLimits: tabLimits.default({}),
    }),
    output: z.object({
      before: administratorAccess,
      after: administratorAccess,
      changed: z.boolean(),
      /** What else changed with it, in sentences. */
      effects: z.array(z.string()),
    }),
    run(context, input) {
      for (const [index, flag] of input.flags.entries())
        assertDeclared(context.declarations, "flags", flag, `flags.${index}`);
      for (const flag of Object.keys(input.tabLimits))
        assertDeclared(context.declarations, "limitedFunctions", flag, `tabLimits.${flag}`);
      return grantAccess(context, input);
    },
  }),
};
