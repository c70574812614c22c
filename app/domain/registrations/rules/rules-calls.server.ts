import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { outcomeText } from "~/core/safeguards/outcome-text.server";
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
  turn: calls.turn.handler(async ({ input, context }) => {
    const { outcome, ...rule } = await turnRule(context, input);
    const saved = rule.active
      ? `“${rule.name}” is on. It applies to pending and new registrations.`
      : `“${rule.name}” is off.`;
    return { ...rule, msg: outcomeText([outcome], context.shop, saved) };
  }),
  remove: calls.remove.handler(async ({ input, context }) => ({ name: await removeRule(context, input.id) })),
  replay: calls.replay.handler(({ input, context }) => replayRule(context, input.id)),
});
