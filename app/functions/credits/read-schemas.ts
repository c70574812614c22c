import { z } from "zod";
import { POSTING_TYPES } from "~/domain/ledger/posting";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

export const month = z.object({
  month: text,
  addedCents: centsSchema,
  takenCents: centsSchema,
  owedCents: centsSchema,
});

export type LiabilityMonth = z.infer<typeof month>;

export const statement = z.object({
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
