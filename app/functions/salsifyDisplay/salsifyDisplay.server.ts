import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { salsifyDisplayContract } from "./contract";
import { listDisplayNames } from "./list-display-names.server";
import { saveDisplayNames } from "./save-display-names.server";

const calls = implement(salsifyDisplayContract).$context<CallContext>().use(guard);

export const salsifyDisplayRouter = calls.router({
  list: calls.list.handler(({ context }) => listDisplayNames(context)),
  save: calls.save.handler(({ input, context }) => saveDisplayNames(context, input)),
});
