import { peopleWith } from "~/core/access/people-with.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { appAddress } from "~/platform/app-address.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

import { safeguardDecided, safeguardLoosened } from "./mail-texts.server";
import { SAFEGUARDS_PATH } from "./safeguards-path";
import type { safeguardChanges } from "./tables.server";

type Change = typeof safeguardChanges.$inferSelect;

const valuesOf = ({ requestedByName, title, beforeText, afterText }: Change) => ({
  requester: requestedByName,
  limit: title,
  before: beforeText,
  after: afterText,
});

/** Emails everyone who may agree to a change, except the requester, in the caller's transaction. */
export async function mailOthers(tx: ShopTransaction, shop: Shop, change: Change): Promise<void> {
  for (const { id, name, email } of await peopleWith(tx, shop.domain, change.flag))
    if (id !== change.requestedById)
      await queueMail(tx, shop.domain, safeguardLoosened, {
        key: `safeguard:${change.id}:${id}`,
        to: { email, name },
        values: {
          name,
          ...valuesOf(change),
          due: formatZonedDateTime(change.dueAt, shop.timeZone),
          link: appAddress(shop.domain, SAFEGUARDS_PATH),
        },
        flag: change.flag,
      });
}

/** Emails the decision to the requester, unless they decided themselves. */
export async function mailRequester(
  tx: ShopTransaction,
  shop: Shop,
  change: Change,
  { by, decision }: { by: Pick<Administrator, "id" | "name">; decision: "put into effect" | "canceled" },
): Promise<void> {
  const people = await peopleWith(tx, shop.domain, "signed-in");
  const requester = people.find(({ id }) => id === change.requestedById);
  if (!requester || requester.id === by.id) return;
  await queueMail(tx, shop.domain, safeguardDecided, {
    key: `safeguard:${change.id}:decided`,
    to: { email: requester.email, name: requester.name },
    values: { name: requester.name, ...valuesOf(change), decision, decider: by.name },
    flag: change.flag,
  });
}
