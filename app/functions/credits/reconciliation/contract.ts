import { z } from "zod";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";

/** An instant, ISO 8601. */
const instant = z.string();
const count = z.number().int();

const difference = z.object({
  id: z.string(),
  kind: z.enum(["shopify", "entries", "sum", "held", "end", "month"]),
  customerId: z.string().nullable(),
  customerName: z.string(),
  oursCents: centsSchema,
  theirsCents: centsSchema,
  /** A sentence that describes the difference. */
  what: z.string(),
  since: instant,
  /** When it was closed. Null while it is open. */
  endedAt: instant.nullable(),
});
export type LedgerDifference = z.infer<typeof difference>;

const line = z.object({
  id: z.string(),
  at: instant,
  type: z.enum(POSTING_TYPES),
  amountCents: centsSchema,
  reference: z.string(),
  by: z.string(),
  state: z.enum(POSTING_STATES),
  problem: z.string().nullable(),
  balanceCents: centsSchema.nullable(),
  shopifyBalanceCents: centsSchema.nullable(),
  transactionId: z.string().nullable(),
});
export type HistoryLine = z.infer<typeof line>;

const started = z.object({ started: z.literal(true) });

/** The calls of the Reconciliation page. */
export const reconciliationContract = {
  read: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/proof",
      summary: "The latest check of the ledger, and the comparison with Shopify",
    })
    .output(
      z.object({
        proof: z
          .object({ at: instant, accounts: count, postings: count, entries: count, owedCents: centsSchema })
          .nullable(),
        differences: count,
        /** Of `total` accounts, how many were compared with Shopify, when, and Shopify's balances then. */
        compared: z.object({
          accounts: count,
          total: count,
          oldestAt: instant.nullable(),
          latestAt: instant.nullable(),
          shopifyCents: centsSchema,
          /** How many are queued to be compared again. */
          waiting: count,
        }),
      }),
    ),
  differences: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/proof/differences",
      summary: "A page of differences, latest first",
    })
    .input(z.object(pageRequest))
    .output(pageOf(difference)),
  prove: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/proof",
      summary: "Check the ledger now, in the background",
      successStatus: 202,
    })
    .output(started),
  compare: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/proof/compare",
      summary: "Compare all balances with Shopify now, in the background",
      successStatus: 202,
    })
    .output(started),
  account: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/proof/accounts/{customerId}",
      summary: "A customer's postings, with both balances after each",
    })
    .input(
      z.object({
        customerId: z.coerce.number("must be a customer's number").int("must be a customer's number"),
      }),
    )
    .output(
      z.object({
        customerId: z.string(),
        name: z.string(),
        email: z.string().nullable(),
        balanceCents: centsSchema,
        heldCents: centsSchema,
        shopifyBalanceCents: centsSchema.nullable(),
        comparedAt: instant.nullable(),
        lines: z.array(line),
      }),
    ),
};
