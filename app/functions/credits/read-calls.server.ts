import { z } from "zod";
import { call } from "~/core/call.server";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { readLiability } from "~/domain/ledger/monthly-sums.server";
import { refreshAccount } from "~/domain/ledger/reconcile/refresh-accounts.server";
import { readReminders, saveReminders } from "~/domain/ledger/reminders/reminder-settings.server";
import { MAX_DAYS_BEFORE } from "~/domain/ledger/settings";
import { readStatement } from "~/domain/ledger/statement.server";
import { withShop } from "~/platform/db/with-shop.server";
import { centsSchema } from "~/platform/money/cents-schema";
import { refreshTools } from "./rows.server";
import { month, shownReminders, statement, text } from "./schemas";

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

const DAYS = `must be a whole number of days from 1 to ${MAX_DAYS_BEFORE}`;

/** The calls for reminders of expiring credit. */
export const reminderCalls = {
  reminders: call("GET /credits/reminders", {
    for: "owner",
    summary: "Whether and how many days before customers are reminded of expiring credit",
    output: z.object({ status: z.literal(true), msg: z.string(), ...shownReminders.shape }),
    run: async ({ shop }) => ({
      status: true as const,
      msg: "",
      ...(await withShop(shop.domain, (tx) => readReminders(tx, shop.domain))),
    }),
  }),
  saveReminders: call("PUT /credits/reminders", {
    for: "owner",
    summary: "Set whether and how many days before customers are reminded of expiring credit",
    input: z.object({
      isOn: z.boolean("must be true or false"),
      daysBefore: z.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_DAYS_BEFORE, DAYS),
      /** What the form showed: 409 when something else is stored. */
      seen: shownReminders.optional(),
    }),
    output: z.object({ status: z.literal(true), msg: z.string(), ...shownReminders.shape }),
    async run(context, { seen, ...reminders }) {
      await saveReminders(context, reminders, seen);
      return { status: true as const, msg: "Saved.", ...reminders };
    },
  }),
};
