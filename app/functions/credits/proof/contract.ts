import { z } from "zod";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { call } from "~/platform/contract/call";
import { pageOf, pageRequest } from "~/platform/contract/page";

const cents = z.number().int();
/** An instant, ISO 8601. */
const instant = z.string();

const difference = z.object({
  id: z.string(),
  kind: z.enum(["shopify", "entries", "sum", "held", "end", "month"]),
  customerId: z.string().nullable(),
  customerName: z.string(),
  oursCents: cents,
  theirsCents: cents,
  /** A sentence: what is missing, and on which side. */
  what: z.string(),
  since: instant,
  /** When it was found to agree again; null while it does not. */
  endedAt: instant.nullable(),
});
export type LedgerDifference = z.infer<typeof difference>;

const line = z.object({
  id: z.string(),
  at: instant,
  type: z.enum(POSTING_TYPES),
  amountCents: cents,
  reference: z.string(),
  by: z.string(),
  state: z.enum(POSTING_STATES),
  problem: z.string().nullable(),
  balanceCents: cents.nullable(),
  shopifyBalanceCents: cents.nullable(),
  transactionId: z.string().nullable(),
});
export type HistoryLine = z.infer<typeof line>;

const started = z.object({ started: z.literal(true) });

/** The calls of the ledger's proof. */
export const ledgerProofContract = {
  read: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/proof",
      summary: "How the ledger stands: the latest proof, and the comparison with Shopify",
    })
    .output(
      z.object({
        proof: z
          .object({ at: instant, accounts: cents, postings: cents, entries: cents, owedCents: cents })
          .nullable(),
        differences: cents,
        compared: z.object({ accounts: cents, oldestAt: instant.nullable(), waiting: cents }),
      }),
    ),
  differences: call("showCredits")
    .route({
      method: "GET",
      path: "/credits/proof/differences",
      summary: "A page of what did not agree, the latest first",
    })
    .input(z.object(pageRequest))
    .output(pageOf(difference)),
  prove: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/proof",
      summary: "Prove the ledger now, in the background",
      successStatus: 202,
    })
    .output(started),
  compare: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/proof/compare",
      summary: "Compare every balance with Shopify now, in the background",
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
        balanceCents: cents,
        heldCents: cents,
        shopifyBalanceCents: cents.nullable(),
        comparedAt: instant.nullable(),
        lines: z.array(line),
      }),
    ),
};
