import { liveAdminApi } from "~/connectors/shopify/live.server";
import { customerDetail, MIRRORED_METAFIELDS } from "~/connectors/shopify/operations/customers";
import { kindsOf } from "~/domain/customers/kinds";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { customerGid, mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { writeRecord } from "~/domain/customers/write-record.server";
import { beingAccepted } from "~/domain/invitations/accept/acceptance.server";
import { findInvitation, type Invitation } from "~/domain/invitations/invitation.server";
import { someoneCanceled } from "~/domain/invitations/waiting.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";

/** What a customer who registered for an event carries. */
export const eventTag = (eventId: number | string): string => `event:${eventId}`;

/**
 * Adds an event's tag to a customer, or removes it. The customer stays a customer. A deleted customer is skipped.
 * @param isGuest whether they are to have the tag
 */
export async function writeEventTag(
  { shop, customerId, groupId }: Pick<Invitation, "shop" | "customerId" | "groupId">,
  isGuest: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (customerId === null) return;
  const adminApi = liveAdminApi(shop);
  const call = { priority: "bulk", signal } as const;
  const id = customerGid(customerId);
  const { customer } = await adminApi.run(customerDetail, { id, keys: MIRRORED_METAFIELDS }, call);
  if (!customer) return;
  const tag = [eventTag(groupId)];
  const change = { fields: [], ...(isGuest ? { addTags: tag } : { removeTags: tag }) };
  const after = await writeRecord({ adminApi, clock: systemClock, call }, customer, change);
  await withShop(shop, (tx) => mirrorCustomers(tx, shop, [mirrorRowOf(after)]));
  publishCustomers(shop, [customerId], kindsOf(after.tags));
}

/** Guests whose registration ended once, and whose customer's tag doesn't say whether they are registered now. */
const WRONG_TAG = `FROM invitations_of_shop AS guest
   JOIN customers_of_shop AS customer ON customer.shop = guest.shop AND customer.id = guest.customer_id
  WHERE guest.shop = $1 AND guest.audience = 'event' AND guest.canceled_at IS NOT NULL
    AND (guest.state = 'accepted') <> (('event:' || guest.group_id) = ANY(customer.tags))
    AND NOT ${beingAccepted("guest")}`;

/** Makes the event's tag of guests who canceled, or registered again since, follow their registration. */
export const syncEventTags = defineTask({
  name: "events.sync-tags",
  schedule: {
    // It is requested with each change. The schedule is for a customer whose mirror was late.
    cron: "20 * * * *",
    due: someoneCanceled("event"),
    spreadMinutes: 30,
  },
  async run(shop, signal) {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string }>(`SELECT guest.id ${WRONG_TAG} ORDER BY guest.id`, [shop]),
    );
    for (const { id } of rows) {
      signal.throwIfAborted();
      await followRegistration(shop, id, signal);
    }
  },
});

/** Repeats itself while the guest registers or cancels during the request to Shopify. */
async function followRegistration(shop: string, id: string, signal: AbortSignal): Promise<void> {
  const find = () => withShop(shop, (tx) => findInvitation(tx, shop, id));
  let guest = await find();
  for (
    let written: boolean | undefined;
    guest && written !== (guest.state === "accepted");
    guest = await find()
  ) {
    written = guest.state === "accepted";
    await writeEventTag(guest, written, signal);
  }
}
