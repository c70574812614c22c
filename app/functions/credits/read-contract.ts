import { z } from "zod";
import { POSTING_TYPES } from "~/domain/ledger/posting";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";

const text = z.string();

/** As many lines as one statement has. */
const MAX_LINES = 5_000;

const month = z.object({
  month: text,
  addedCents: centsSchema,
  takenCents: centsSchema,
  owedCents: centsSchema,
});
export type LiabilityMonth = z.infer<typeof month>;

const statement = z.object({
  shopifyCustomerId: text,
  name: text,
  email: text.nullable(),
  balanceCents: centsSchema,
  heldCents: centsSchema,
  comingCents: centsSchema,
  /** When the balance was last compared with Shopify, ISO 8601. Null before the first comparison. */
  comparedAt: text.nullable(),
  /** Before the oldest line. */
  openingCents: centsSchema,
  /** Newest first. */
  lines: z.array(
    z.object({
      id: text,
      at: text,
      type: z.enum(POSTING_TYPES),
      reference: text,
      amountCents: centsSchema,
      balanceCents: centsSchema,
    }),
  ),
});
export type Statement = z.infer<typeof statement>;

const customerId = text.regex(/^-?\d{1,16}$/, "must be the number of a customer");

/** The liability and the statements. */
export const creditReads = {
  liability: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/liability",
      summary: "What the store owes its customers, by month",
    })
    .output(z.object({ status: z.literal(true), msg: text, owedCents: centsSchema, months: z.array(month) })),
  statement: call("showCredits")
    .route({ method: "GET", path: "/credits/statement/{id}", summary: "A customer's statement" })
    .input(
      z.object({
        id: customerId,
        most: z.coerce
          .number("must be a number")
          .int("must be a whole number")
          .min(1)
          .max(MAX_LINES)
          .default(1_000),
      }),
    )
    .output(
      z.object({
        status: z.literal(true),
        msg: text,
        /** Null for a customer who never had credit. */
        statement: statement.nullable(),
      }),
    ),
  refresh: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/statement/{id}/refresh",
      summary: "Compare a customer's account with Shopify, and record what was changed there",
    })
    .input(z.object({ id: customerId }))
    .output(z.object({ status: z.literal(true), msg: text, comparedAt: text.nullable() })),
};
