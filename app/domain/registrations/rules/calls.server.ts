import { z } from "zod";
import { call } from "~/core/call.server";
import { outcomeText } from "~/core/safeguards/change-safeguard.server";
import { replayRule } from "./replay.server";
import { replayShape, ruleShape, ruleWords } from "./rule";
import { changeRule, createRule, listRules, removeRule, turnRule } from "./rules.server";

const id = z.uuid("must be the id of a rule");

/** The version that a change was made from. A stale version is refused with 409. */
const version = z.coerce.number("must be a number").int("must be a whole number").min(0);

/** The calls about rules that approve registrations automatically. */
export const rulesCalls = {
  list: call("GET /rules", {
    for: "owner",
    summary: "The rules that approve registrations",
    output: z.object({ rules: z.array(ruleShape) }),
    run: async (context) => ({ rules: await listRules(context.shop.domain) }),
  }),
  create: call("POST /rules", {
    for: "owner",
    summary: "Add a rule, which is off",
    input: ruleWords.extend({ id: id.optional() }),
    output: ruleShape,
    run: (context, { id, ...words }) => createRule(context, words, id),
  }),
  change: call("PUT /rules/{id}", {
    for: "owner",
    summary: "Change a rule. A rule that would match differently is turned off",
    input: ruleWords.extend({ id, version }),
    output: ruleShape.extend({ switchedOff: z.boolean() }),
    run: (context, { id, version, ...words }) => changeRule(context, { id, version }, words),
  }),
  turn: call("POST /rules/{id}/switch", {
    for: "owner",
    summary: "Switch a rule off, or request that it is switched on",
    input: z.object({ id, version, active: z.boolean("must be true or false") }),
    output: ruleShape.extend({ msg: z.string() }),
    async run(context, input) {
      const { outcome, ...rule } = await turnRule(context, input);
      const saved = rule.active
        ? `“${rule.name}” is on. It applies to pending and new registrations.`
        : `“${rule.name}” is off.`;
      return { ...rule, msg: outcomeText([outcome], context.shop, saved) };
    },
  }),
  remove: call("DELETE /rules/{id}", {
    for: "owner",
    summary: "Delete a rule. What it approved stays",
    input: z.object({ id }),
    output: z.object({ name: z.string() }),
    run: async (context, input) => ({ name: await removeRule(context, input.id) }),
  }),
  replay: call("GET /rules/{id}/replay", {
    for: "owner",
    summary: "What a rule would have done to the decisions of the last days",
    input: z.object({ id }),
    output: replayShape,
    run: (context, input) => replayRule(context, input.id),
  }),
};
