import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { rulesContract } from "./contract";
import { replayRule } from "./replay.server";
import { changeRule, createRule, listRules, removeRule, turnRule } from "./rules.server";

const calls = implement(rulesContract).$context<CallContext>().use(guard);

export const rulesRouter = calls.router({
  list: calls.list.handler(async ({ context }) => ({ rules: await listRules(context.shop.domain) })),
  create: calls.create.handler(({ input: { id, ...words }, context }) => createRule(context, words, id)),
  change: calls.change.handler(({ input: { id, version, ...words }, context }) =>
    changeRule(context, { id, version }, words),
  ),
  turn: calls.turn.handler(({ input, context }) => turnRule(context, input)),
  remove: calls.remove.handler(async ({ input, context }) => ({ name: await removeRule(context, input.id) })),
  replay: calls.replay.handler(({ input, context }) => replayRule(context.shop.domain, input.id)),
});
