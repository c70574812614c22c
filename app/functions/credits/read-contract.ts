import { z } from "zod";
import { POSTING_TYPES } from "~/domain/ledger/posting";
import { call } from "~/platform/contract/call";

const text = z.string();
const cents = z.number().int();

/** As many lines as one statement has. */
const MOST_LINES = 5_000;

const month = z.object({ month: text, addedCents: cents, takenCents: cents, owedCents: cents });
export type LiabilityMonth = z.infer<typeof month>;

const statement = z.object({
  shopifyCustomerId: text,
  name: text,
  email: text.nullable(),
  balanceCents: cents,
  heldCents: cents,
  comingCents: cents,
  /** Before the oldest line. */
  openingCents: cents,
  /** Newest first. */
  lines: z.array(
    z.object({
      id: text,
      at: text,
      type: z.enum(POSTING_TYPES),
      reference: text,
      amountCents: cents,
      balanceCents: cents,
    }),
  ),
});
export type Statement = z.infer<typeof statement>;

/** What the Credits page tells beyond its lists: what is owed, and one customer's statement. */
export const creditReads = {
  liability: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/liability",
      summary: "What the store owes its customers, by month",
    })
    .output(z.object({ status: z.literal(true), msg: text, owedCents: cents, months: z.array(month) })),
  statement: call("showCredits")
    .route({ method: "GET", path: "/credits/statement/{id}", summary: "What moved one customer's credit" })
    .input(
      z.object({
        id: text.regex(/^-?\d{1,16}$/, "must be the number of a customer"),
        most: z.coerce
          .number("must be a number")
          .int("must be a whole number")
          .min(1)
          .max(MOST_LINES)
          .default(1_000),
      }),
    )
    .output(
      z.object({
        status: z.literal(true),
        msg: text,
        /** Null for who never had credit. */
        statement: statement.nullable(),
      }),
    ),
};
