import { z } from "zod";
import { call } from "~/core/call.server";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { readKeyset } from "~/core/lists/read-list.server";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { reconcileAll } from "~/domain/ledger/reconcile/reconcile-all.server";
import { checkLedger } from "~/domain/ledger/reconciliation/check-ledger.server";
import { differencesList } from "~/domain/ledger/reconciliation/differences-list.server";
import {
  readAccountHistory,
  readReconciliation,
} from "~/domain/ledger/reconciliation/read-reconciliation.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { centsSchema } from "~/platform/money/cents-schema";

/** An instant, ISO 8601. */
const instant = z.string();

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

const count = z.number().int();

const started = z.object({ started: z.literal(true) });

/** The calls of the Reconciliation page. */
export const reconciliationCalls = {
  read: call("GET /credits/proof", {
    for: "showCredits",
    summary: "The latest check of the ledger, and the comparison with Shopify",
    output: z.object({
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
    async run({ shop }) {
      const { proof, differences, compared } = await withShop(shop.domain, (tx) =>
        readReconciliation(tx, shop.domain),
      );
      return {
        proof: proof && { ...proof, at: proof.at.toISOString() },
        differences,
        compared: {
          ...compared,
          oldestAt: instantOf(compared.oldestAt),
          latestAt: instantOf(compared.latestAt),
        },
      };
    },
  }),
  differences: call("GET /credits/proof/differences", {
    for: "showCredits",
    summary: "A page of differences, latest first",
    input: z.object(pageRequest),
    output: pageOf(differencesList.row),
    run: (context, request) => readKeyset(context, differencesList, { ...request, filter: {} }),
  }),
  prove: call("POST /credits/proof", {
    for: "showCredits",
    summary: "Check the ledger now, in the background",
    status: 202,
    output: started,
    async run({ shop }) {
      await requestTask(checkLedger, shop.domain);
      return { started: true as const };
    },
  }),
  compare: call("POST /credits/proof/compare", {
    for: "showCredits",
    summary: "Compare all balances with Shopify now, in the background",
    status: 202,
    output: started,
    async run({ shop }) {
      await requestTask(reconcileAll, shop.domain);
      return { started: true as const };
    },
  }),
  account: call("GET /credits/proof/accounts/{customerId}", {
    for: "showCredits",
    summary: "A customer's postings, with both balances after each",
    input: z.object({
      customerId: z.coerce.number("must be a customer's number").int("must be a customer's number"),
    }),
    output: z.object({
      customerId: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      balanceCents: centsSchema,
      heldCents: centsSchema,
      shopifyBalanceCents: centsSchema.nullable(),
      comparedAt: instant.nullable(),
      lines: z.array(line),
    }),
    async run({ shop }, input) {
      const found = await withShop(shop.domain, (tx) =>
        readAccountHistory(tx, shop.domain, input.customerId),
      );
      return {
        ...found,
        customerId: String(found.customerId),
        comparedAt: instantOf(found.comparedAt),
        lines: found.lines.map((line) => ({ ...line, at: line.at.toISOString() })),
      };
    },
  }),
};

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;
