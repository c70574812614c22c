import { queueMail } from "~/domain/mail/queue.server";
import { appAddress } from "~/platform/app-address.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";
import { formatMoney } from "~/platform/money";
import { customersInWords } from "../messages";
import type { creditApprovals } from "./tables.server";

/** Where requests are decided, and who asked sees what came of theirs; whichever tab somebody looked at last. */
const REQUESTS_PATH = "/credits?tab=manageCredits";

type Request = Pick<
  typeof creditApprovals.$inferSelect,
  "id" | "type" | "customerIds" | "amountCents" | "reference" | "askedById" | "askedByName"
>;

type Person = Pick<Administrator, "id" | "name" | "email" | "isOwner" | "flags" | "tabLimits">;

/** Tells everybody who may approve a request that it waits, but for who asked for it; in the caller's transaction. */
export async function mailApprovers(tx: ShopTransaction, shop: Shop, request: Request): Promise<void> {
  for (const { id, name, email } of await peopleOfCredits(tx, shop.domain))
    if (id !== request.askedById)
      await queueMail(tx, shop.domain, {
        key: `credit approval:${request.id}:${id}`,
        to: { email, name },
        text: "credit.approval",
        values: { name, asker: request.askedByName, ...inWords(request, shop) },
        flag: "showCredits",
      });
}

/**
 * Tells who asked for a request what came of it; nobody who decided on their own, or may not use the page any more.
 * @param outcome a sentence: what happened then
 */
export async function mailAsker(
  tx: ShopTransaction,
  shop: Shop,
  request: Request,
  { by, decision, outcome }: { by: Administrator; decision: "approved" | "declined"; outcome: string },
): Promise<void> {
  const asker = (await peopleOfCredits(tx, shop.domain)).find(({ id }) => id === request.askedById);
  if (!asker || asker.id === by.id) return;
  await queueMail(tx, shop.domain, {
    key: `credit approval:${request.id}:decided`,
    to: { email: asker.email, name: asker.name },
    text: "credit.decided",
    values: { name: asker.name, decider: by.name, decision, outcome, ...inWords(request, shop) },
    flag: "showCredits",
  });
}

/** Who may use the Credits page now, and can take mail. */
async function peopleOfCredits(tx: ShopTransaction, shop: string): Promise<Person[]> {
  const { rows } = await tx.$client.query<Person>(
    `SELECT id, name, email, is_owner AS "isOwner", flags, tab_limits AS "tabLimits" FROM administrators
      WHERE shop = $1 ORDER BY id`,
    [shop],
  );
  return rows.filter((person) => mayUse(person, "showCredits") && isMailAddress(person.email));
}

const inWords = ({ type, customerIds, amountCents, reference }: Request, { currency, domain }: Shop) => ({
  request: `${type} of ${formatMoney(amountCents, currency)} for ${customersInWords(customerIds.length)}`,
  total: formatMoney(amountCents * customerIds.length, currency),
  reference,
  link: appAddress(domain, REQUESTS_PATH),
});
