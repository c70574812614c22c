import { z } from "zod";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

export const id = z.uuid("must be the id of a request");

/** A customer of a request, with the current balance. */
export const person = z.object({ id: text, name: text, email: text.nullable(), balanceCents: centsSchema });

export type ApprovalPerson = z.infer<typeof person>;

export const approval = z.object({
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
