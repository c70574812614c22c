import { peopleWith } from "~/core/access/people-with.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { appAddress } from "~/platform/app-address.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { timesCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { APPROVALS_PATH } from "../list";
import { approvalDecided, approvalNeeded } from "../mail-texts.server";
import type { creditApprovals } from "./tables.server";

type Request = Pick<
  typeof creditApprovals.$inferSelect,
  "id" | "type" | "customerIds" | "amountCents" | "reference" | "askedById" | "askedByName"
>;

/** Emails everyone who may approve a request, except the requester, in the caller's transaction. */
export async function mailApprovers(tx: ShopTransaction, shop: Shop, request: Request): Promise<void> {
  for (const { id, name, email } of await peopleWith(tx, shop.domain, "showCredits"))
    if (id !== request.askedById)
      await queueMail(tx, shop.domain, approvalNeeded, {
        key: `credit approval:${request.id}:${id}`,
        to: { email, name },
        values: { name, asker: request.askedByName, ...requestValues(request, shop) },
        flag: "showCredits",
      });
}

/**
 * Emails the decision to the requester, unless they decided themselves or can no longer use the page.
 * @param outcome what happened, as a sentence
 */
export async function mailRequester(
  tx: ShopTransaction,
  shop: Shop,
  request: Request,
  { by, decision, outcome }: { by: Administrator; decision: "approved" | "declined"; outcome: string },
): Promise<void> {
  const asker = (await peopleWith(tx, shop.domain, "showCredits")).find(({ id }) => id === request.askedById);
  if (!asker || asker.id === by.id) return;
  await queueMail(tx, shop.domain, approvalDecided, {
    key: `credit approval:${request.id}:decided`,
    to: { email: asker.email, name: asker.name },
    values: { name: asker.name, decider: by.name, decision, outcome, ...requestValues(request, shop) },
    flag: "showCredits",
  });
}

const requestValues = (
  { type, customerIds, amountCents, reference }: Request,
  { currency, domain }: Shop,
) => ({
  request: `${type} of ${formatMoney(amountCents, currency)} for ${pluralize(customerIds.length, "customer")}`,
  total: formatMoney(timesCents(amountCents, customerIds.length), currency),
  reference,
  link: appAddress(domain, APPROVALS_PATH),
});
