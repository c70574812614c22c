import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { assertDeclared } from "~/core/declared-name";
import { guard } from "~/core/guard.server";
import { accessContract } from "./contract";
import { grantAccess } from "./grant.server";
import { listAdministrators } from "./list.server";

const calls = implement(accessContract).$context<CallContext>().use(guard);

export const accessRouter = calls.router({
  list: calls.list.handler(async ({ context }) => ({ rows: await listAdministrators(context.shop.domain) })),
  grant: calls.grant.handler(({ input, context }) => {
    for (const [index, flag] of input.flags.entries())
      assertDeclared(context.declarations, "flags", flag, `flags.${index}`);
    for (const flag of Object.keys(input.tabLimits))
      assertDeclared(context.declarations, "limitedFunctions", flag, `tabLimits.${flag}`);
    return grantAccess(context, input);
  }),
});
