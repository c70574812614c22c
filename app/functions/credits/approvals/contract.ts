import { z } from "zod";
import { MAX_REPEAT_DAYS } from "~/domain/ledger/repeat-days";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";
import { amount, onRepeat, reference } from "../fields";
import { posted } from "../outcome-contract";

const text = z.string();
const REPEAT_DAYS = `must be a whole number of days from 0 to ${MAX_REPEAT_DAYS}`;
const id = z.uuid("must be the id of a request");

/** A customer of a request, with the current balance. */
const person = z.object({ id: text, name: text, email: text.nullable(), balanceCents: centsSchema });
export type ApprovalPerson = z.infer<typeof person>;

const approval = z.object({
  id: text,
  state: z.enum(["waiting", "approved", "declined"]),
  type: z.enum(["Credit", "Adjustment"]),
  customers: z.number().int(),
  /** The first of them. `approvalCustomers` returns all. */
  people: z.array(person),
  /** Of each customer. */
  amountCents: centsSchema,
  reference: text,
  /** When a credit expires, ISO 8601. */
  expirationDate: text.nullable(),
  /** The transaction that it reverses. */
  reversesId: text.nullable(),
  askedById: text,
  askedByName: text,
  askedAt: text,
  decidedByName: text.nullable(),
  /** The requester declined it. */
  isWithdrawn: z.boolean(),
  decidedAt: text.nullable(),
  reason: text.nullable(),
});
export type Approval = z.infer<typeof approval>;

const decided = z.object({ status: z.boolean(), msg: text });

/** The calls about requests that need a second approver. */
export const approvalCalls = {
  approvals: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/approvals",
      summary: "Requests that wait for a second approver, and the latest decided ones",
    })
    .output(
      z.object({
        status: z.literal(true),
        msg: text,
        limitCents: centsSchema.nullable(),
        /** What the store owes all its customers now. */
        owedCents: centsSchema,
        /** For how many days a repeated credit is asked about. */
        repeatDays: z.number().int(),
        list: z.array(approval),
      }),
    ),
  approvalCustomers: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/approvals/{id}/customers",
      summary: "The customers of a request with their balances",
    })
    .input(z.object({ id }))
    .output(z.object({ status: z.literal(true), msg: text, list: z.array(person) })),
  approve: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/approvals/{id}/approve",
      summary: "Approve another administrator's request and post it",
    })
    .input(z.object({ id, onRepeat }))
    .output(
      posted.extend({
        approval,
        people: z.array(person),
        /** What an approved reversal changes: less than was requested when a part has expired since. Without sign. */
        reversedCents: centsSchema.optional(),
      }),
    ),
  decline: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/approvals/{id}/decline",
      summary: "Decline a request, with the reason",
    })
    .input(z.object({ id, reason: reference }))
    .output(decided),
  saveApprovalLimit: call("owner")
    .route({
      method: "PUT",
      path: "/credits/approvals/limit",
      summary: "Set the total above which a request needs a second approver",
    })
    .input(z.object({ amount: amount.nullable() }))
    .output(z.object({ status: z.literal(true), msg: text, limitCents: centsSchema.nullable() })),
  saveRepeatDays: call("owner")
    .route({
      method: "PUT",
      path: "/credits/repeats",
      summary: "Set for how many days the same credit to the same customer is asked about",
    })
    .input(
      z.object({
        days: z.number(REPEAT_DAYS).int(REPEAT_DAYS).min(0, REPEAT_DAYS).max(MAX_REPEAT_DAYS, REPEAT_DAYS),
      }),
    )
    .output(z.object({ status: z.literal(true), msg: text, days: z.number().int() })),
};
