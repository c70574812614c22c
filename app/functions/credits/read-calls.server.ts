import { z } from "zod";
import { call } from "~/core/call.server";
import { readLiability } from "~/domain/ledger/liability.server";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { refreshAccount } from "~/domain/ledger/reconcile/refresh-accounts.server";
import { readStatement } from "~/domain/ledger/statement.server";
import { withShop } from "~/platform/db/with-shop.server";
import { centsSchema } from "~/platform/money/cents-schema";
import { month, statement, text } from "./read-schemas";
import { refreshTools } from "./refresh-tools.server";

/** As many lines as one statement has. */
const MAX_LINES = 5_000;

const customerId = text.regex(/^-?\d{1,16}$/, "must be the number of a customer");

/** The liability and the statements. */
export const creditReads = {
  liability: call("GET /credits/liability", {
    for: "showCredits",
    summary: "What the store owes its customers, by month",
    output: z.object({ status: z.literal(true), msg: text, owedCents: centsSchema, months: z.array(month) }),
    async run({ shop, clock }) {
      const owed = await withShop(shop.domain, (tx) => readLiability(tx, shop.domain, clock.now()));
      return { status: true as const, msg: "", ...owed };
    },
  }),
  statement: call("GET /credits/statement/{id}", {
    for: "showCredits",
    summary: "A customer's statement",
    input: z.object({
      id: customerId,
      most: z.coerce
        .number("must be a number")
        .int("must be a whole number")
        .min(1)
        .max(MAX_LINES)
        .default(1_000),
    }),
    output: z.object({
      status: z.literal(true),
      msg: text,
      /** Null for a customer who never had credit. */
      statement: statement.nullable(),
    }),
    async run({ shop }, input) {
      const { id, most } = input;
      const found = await withShop(shop.domain, (tx) => readStatement(tx, shop.domain, Number(id), most));
      if (!found) return { status: true as const, msg: "", statement: null };
      const { account, ...rest } = found;
      const { customerId: shopifyCustomerId, ...amounts } = account;
      return { status: true as const, msg: "", statement: { shopifyCustomerId, ...amounts, ...rest } };
    },
  }),
  refresh: call("POST /credits/statement/{id}/refresh", {
    for: "showCredits",
    summary: "Compare a customer's account with Shopify, and record what was changed there",
    input: z.object({ id: customerId }),
    output: z.object({ status: z.literal(true), msg: text, comparedAt: text.nullable() }),
    async run(context, input) {
      const { shop } = context;
      const customerId = Number(input.id);
      await refreshAccount(refreshTools(context), customerId);
      const account = await withShop(shop.domain, (tx) => findAccount(tx, shop.domain, customerId));
      return { status: true as const, msg: "", comparedAt: account?.comparedAt ?? null };
    },
  }),
};
