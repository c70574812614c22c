import { z } from "zod";
import { call } from "~/platform/contract/call";
import { replayShape, ruleShape, ruleWords } from "./rule";

const id = z.uuid("must be the id of a rule");
/** The version that a change was made from. A stale version is refused with 409. */
const version = z.coerce.number("must be a number").int("must be a whole number").min(0);

/** The calls about rules that approve registrations automatically. */
export const rulesContract = {
  list: call("owner")
    .route({ method: "GET", path: "/rules", summary: "The rules that approve registrations" })
    .output(z.object({ rules: z.array(ruleShape) })),
  create: call("owner")
    .route({ method: "POST", path: "/rules", summary: "Add a rule, which is off" })
    .input(ruleWords.extend({ id: id.optional() }))
    .output(ruleShape),
  change: call("owner")
    .route({
      method: "PUT",
      path: "/rules/{id}",
      summary: "Change a rule. A rule that would match differently is turned off",
    })
    .input(ruleWords.extend({ id, version }))
    .output(ruleShape.extend({ switchedOff: z.boolean() })),
  turn: call("owner")
    .route({
      method: "POST",
      path: "/rules/{id}/switch",
      summary: "Switch a rule off, or request that it is switched on",
    })
    .input(z.object({ id, version, active: z.boolean("must be true or false") }))
    .output(ruleShape.extend({ msg: z.string() })),
  remove: call("owner")
    .route({ method: "DELETE", path: "/rules/{id}", summary: "Delete a rule. What it approved stays" })
    .input(z.object({ id }))
    .output(z.object({ name: z.string() })),
  replay: call("owner")
    .route({
      method: "GET",
      path: "/rules/{id}/replay",
      summary: "What a rule would have done to the decisions of the last days",
    })
    .input(z.object({ id }))
    .output(replayShape),
};
