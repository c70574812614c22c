import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { decideDuplicate, listPossibleDuplicates } from "~/domain/ledger/possible-duplicates.server";
import { withShop } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { duplicateDecided } from "../audit.server";
import { CREDITS_LIST } from "../list";
import type { Duplicate } from "./schemas";

/** The transactions that wait for a decision. */
export async function readDuplicates({ shop }: CallContext): Promise<{ list: Duplicate[]; total: number }> {
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

/** Decides on transactions, all or none of them. @returns a message @throws as `decideDuplicate` */
export async function decideDuplicates(
  { shop, administrator }: CallContext,
  { ids, decision, reason }: { ids: readonly string[]; decision: "paid" | "send"; reason: string },
): Promise<string> {
  const why = `Already paid, as ${administrator.name || administrator.email} recognized: ${reason}`;
  await withShop(shop.domain, async (tx) => {
    // In the same order everywhere, or two decisions could deadlock.
    for (const postingId of [...new Set(ids)].sort()) {
      const held = await decideDuplicate(tx, shop.domain, { postingId, decision, why });
      await recordAudit(tx, shop.domain, duplicateDecided, {
        actor: administrator,
        subject: { type: customerSubject, id: String(held.customerId) },
        before: { transaction: postingId },
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
