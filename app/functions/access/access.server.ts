import { implement } from "@orpc/server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { accessContract } from "./contract";
import { grantAccess } from "./grant.server";
import { listAdministrators } from "./list.server";

const calls = implement(accessContract).$context<CallContext>().use(door);

export const accessRouter = calls.router({
  list: calls.list.handler(async ({ context }) => ({ rows: await listAdministrators(context.shop.domain) })),
  grant: calls.grant.handler(({ input, context }) => grantAccess(context, input)),
});
