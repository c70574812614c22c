import { z } from "zod";
import { call } from "~/core/call.server";
import { changeSafeguard, outcomeText } from "~/core/safeguards/change-safeguard.server";
import { approvalLimit, readApprovalLimit } from "~/domain/ledger/approval-limit.server";
import { readRepeatDays, repeatDays } from "~/domain/ledger/repeated-postings.server";
import { MAX_REPEAT_DAYS } from "~/domain/ledger/settings";
import { withShop } from "~/platform/db/with-shop.server";
import { centsSchema } from "~/platform/money/cents-schema";
import { amount, onRepeat, reference } from "../fields";
import { centsIn } from "../post-credits.server";
import { posted } from "../schemas";
import { approve, decline, listApprovals } from "./approvals.server";
import { approval, id, listApprovalPeople, person, text } from "./find-waiting.server";

const REPEAT_DAYS = `must be a whole number of days from 0 to ${MAX_REPEAT_DAYS}`;

const decided = z.object({ status: z.boolean(), msg: text });

/** The calls about requests that need a second approver. */
export const approvalCalls = {
  approvals: call("GET /credits/approvals", {
    for: "showCredits",
    summary: "Requests that wait for a second approver, and the latest decided ones",
    output: z.object({
      status: z.literal(true),
      msg: text,
      limitCents: centsSchema.nullable(),
      /** What the store owes all its customers now. */
      owedCents: centsSchema,
      /** For how many days a repeated credit is asked about. */
      repeatDays: z.number().int(),
      list: z.array(approval),
    }),
    run: async (context) => ({
      status: true as const,
      msg: "",
      ...(await listApprovals(context)),
    }),
  }),
  approvalCustomers: call("GET /credits/approvals/{id}/customers", {
    for: "showCredits",
    summary: "The customers of a request with their balances",
    input: z.object({ id }),
    output: z.object({ status: z.literal(true), msg: text, list: z.array(person) }),
    run: async (context, input) => ({
      status: true as const,
      msg: "",
      list: await listApprovalPeople(context, input.id),
    }),
  }),
  approve: call("POST /credits/approvals/{id}/approve", {
    for: "showCredits",
    summary: "Approve another administrator's request and post it",
    input: z.object({ id, onRepeat }),
    output: posted.extend({
      approval,
      people: z.array(person),
      /** What an approved reversal changes: less than was requested when a part has expired since. Without sign. */
      reversedCents: centsSchema.optional(),
    }),
    run: (context, input) => approve(context, input.id, input.onRepeat),
  }),
  decline: call("POST /credits/approvals/{id}/decline", {
    for: "showCredits",
    summary: "Decline a request, with the reason",
    input: z.object({ id, reason: reference }),
    output: decided,
    run: (context, input) => decline(context, input.id, input.reason),
  }),
  saveApprovalLimit: call("PUT /credits/approvals/limit", {
    for: "owner",
    summary: "Set the total above which a request needs a second approver",
    input: z.object({
      amount: amount.nullable(),
      /** What the change was made from. With another limit since, the change is refused. */
      seen: amount.nullable().optional(),
    }),
    output: z.object({ status: z.literal(true), msg: text, limitCents: centsSchema.nullable() }),
    async run(context, input) {
      const centsOf = (text: string | null) => (text === null ? null : centsIn(context.shop, text));
      const outcome = await changeSafeguard(context, approvalLimit, {
        value: centsOf(input.amount),
        seen: input.seen === undefined ? undefined : centsOf(input.seen),
      });
      const { domain } = context.shop;
      const limitCents = await withShop(domain, (tx) => readApprovalLimit(tx, domain));
      return { status: true as const, msg: outcomeText([outcome], context.shop, "Saved."), limitCents };
    },
  }),
  saveRepeatDays: call("PUT /credits/repeats", {
    for: "owner",
    summary: "Set for how many days the same credit to the same customer is asked about",
    input: z.object({
      days: z.number(REPEAT_DAYS).int(REPEAT_DAYS).min(0, REPEAT_DAYS).max(MAX_REPEAT_DAYS, REPEAT_DAYS),
      /** As with the limit. */
      seen: z.number().int().optional(),
    }),
    output: z.object({ status: z.literal(true), msg: text, days: z.number().int() }),
    async run(context, input) {
      const outcome = await changeSafeguard(context, repeatDays, { value: input.days, seen: input.seen });
      const { domain } = context.shop;
      const days = await withShop(domain, (tx) => readRepeatDays(tx, domain));
      return { status: true as const, msg: outcomeText([outcome], context.shop, "Saved."), days };
    },
  }),
};
