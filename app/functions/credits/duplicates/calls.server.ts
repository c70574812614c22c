import { z } from "zod";
import { readWho } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { decideDuplicate, listPossibleDuplicates } from "~/domain/ledger/possible-duplicates.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { centsSchema } from "~/platform/money/cents-schema";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { duplicateDecided } from "../audit.server";
import { reference } from "../fields";
import { MAX_CUSTOMERS } from "../messages";
import { CREDITS_LIST } from "../tabs";

const text = z.string();

/** A transaction that may already be paid. Instants are ISO 8601. */
const duplicate = z.object({
  id: text,
  customerId: text,
  customerName: text,
  customerEmail: text.nullable(),
  type: z.enum(["Credit", "Adjustment"]),
  /** Signed. */
  amountCents: centsSchema,
  reference: text,
  at: text,
  actorName: text,
  /** When Shopify made the transaction that it may be. */
  paidAt: text,
});

export type Duplicate = z.infer<typeof duplicate>;

const DUPLICATE_DECISIONS = ["paid", "send"] as const;

/** The calls about transactions that a fail-over of the database makes doubtful. */
export const duplicateCalls = {
  duplicates: call("GET /credits/duplicates", {
    for: "showCredits",
    summary: "Transactions that may already be paid, because the database has failed over, oldest first",
    output: z.object({
      status: z.literal(true),
      msg: text,
      list: z.array(duplicate),
      /** How many there are. The list has at most 100. */
      total: z.number().int(),
    }),
    run: async (context) => ({
      status: true as const,
      msg: "",
      ...(await readDuplicates(context)),
    }),
  }),
  decideDuplicates: call("POST /credits/duplicates/decide", {
    for: "showCredits",
    summary: "Decide that transactions are paid already, or that they are sent to Shopify",
    input: z.object({
      ids: z
        .array(z.uuid("must be the id of a transaction"))
        .min(1, "must have at least one id")
        .max(MAX_CUSTOMERS, `must be at most ${MAX_CUSTOMERS}`),
      decision: z.enum(DUPLICATE_DECISIONS, "must be paid or send"),
      reason: reference,
    }),
    output: z.object({ status: z.literal(true), msg: text }),
    run: async (context, input) => ({
      status: true as const,
      msg: await decideDuplicates(context, input),
    }),
  }),
};

/** The transactions that wait for a decision. */
async function readDuplicates({ shop }: CallContext): Promise<{ list: Duplicate[]; total: number }> {
  const { list, total } = await withShop(shop.domain, (tx) => listPossibleDuplicates(tx, shop.domain));
  return {
    total,
    list: list.map(({ customerId, at, paidAt, ...row }) => ({
      ...row,
      customerId: String(customerId),
      at: at.toISOString(),
      paidAt: paidAt.toISOString(),
    })),
  };
}

/**
 * Decides on transactions, all or none of them.
 * @returns a message
 * @throws as `decideDuplicate`, and 409 for one that doesn't wait for a decision
 */
async function decideDuplicates(
  context: CallContext,
  { ids, decision, reason }: { ids: readonly string[]; decision: "paid" | "send"; reason: string },
): Promise<string> {
  const { shop, administrator } = context;
  const why = `Already paid, as ${administrator.name || administrator.email} recognized: ${reason}`;
  await withShop(shop.domain, async (tx) => {
    // In the same order everywhere, or two decisions could deadlock.
    for (const postingId of [...new Set(ids)].sort()) {
      const { held, customerId } = await decideDuplicate(tx, shop.domain, { postingId, decision, why });
      const before = { transaction: postingId };
      if (!held) {
        const decided = { type: customerSubject, id: customerId, action: duplicateDecided, before };
        const by = await readWho(tx, context, decided);
        const why = by ? ` ${by.who} decided on it${by.elsewhere}.` : "";
        throw conflict(`This transaction doesn't wait for a decision.${why} Reload the page.`);
      }
      await recordAudit(tx, shop.domain, duplicateDecided, {
        actor: administrator,
        subject: { type: customerSubject, id: String(customerId) },
        before,
        after: {
          decision: decision === "paid" ? "Already paid" : "Not paid: sent to Shopify",
          amount: formatMoney(held.amountCents, shop.currency),
          reference: reason,
        },
        flag: "showCredits",
      });
    }
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  const many = pluralize(new Set(ids).size, "transaction");
  return decision === "paid"
    ? `${many} marked as already paid. Nothing was sent to Shopify.`
    : `${many} on the way to Shopify.`;
}
