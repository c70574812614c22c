import { mailStops } from "~/core/mail/tables.server";
import { particularsOf } from "~/domain/events/audience.server";
import type { ShopEvent } from "~/domain/events/event.server";
import { events } from "~/domain/events/tables.server";
import type { AudienceId } from "~/domain/invitations/audiences";
import { invitationTextOf } from "~/domain/invitations/mail-texts.server";
import type { InvitationState } from "~/domain/invitations/states";
import { invitationLinks, invitations } from "~/domain/invitations/tables.server";
import { userTypes } from "~/domain/invitations/user-types/tables.server";
import { eventCheckIns } from "~/functions/events/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hashOf, PERSONAL_LINK, tokenOf } from "~/platform/personal-link.server";
import {
  after,
  atHour,
  type Chapter,
  type DemoShop,
  daysAgo,
  idOf,
  lastIdOf,
  randomOf,
  scaled,
  storeRows,
} from "../chapter.ts";
import { writeGuestMails } from "../guest-mails.ts";
import { writeMails } from "../sent-mail.ts";
import { stranger } from "./registrations.ts";

const LINK_DAYS = 30;
/** In days before the end of the history. Those who accept an invitation are customers before it. */
const EARLIEST_INVITATION = 235;
const REFUSED = "550 5.1.1 The mailbox doesn't exist.";

interface Invited {
  audience: AudienceId;
  groupId: string;
  title: string;
  /** Of an invitation to an event. */
  event?: ShopEvent;
  states: Partial<Record<InvitationState, number>>;
  /** Customers who accepted. */
  customers: readonly number[];
  /** The invitations were sent in these days before the end of the history. */
  from: number;
  to: number;
}

interface Guest {
  firstName: string;
  lastName: string;
  email: string;
  customerId: number | null;
}

type Row = typeof invitations.$inferInsert;

/** Invitations in every state, also to events and of user types, and who came to the past events. */
export const invitationsAndEvents: Chapter = {
  name: "Invitations and events",
  async write(tx, shop) {
    const { facts } = shop;
    const types = await writeUserTypes(tx, shop);
    const dates = await writeEvents(tx, shop);
    const plain = (audience: AudienceId, customers: readonly number[], bounced = 0): Invited => ({
      audience,
      groupId: "",
      title: "",
      states: {
        sent: scaled(shop, 9),
        delivered: scaled(shop, 5),
        bounced,
        expired: scaled(shop, 5),
        revoked: scaled(shop, 2),
      },
      customers,
      from: 160,
      to: 2,
    });
    const approved = await storeRows<{ id: number }>(
      shop,
      `SELECT id FROM customers WHERE shop = $1 AND email IS NOT NULL AND 'Approved' = ANY (tags) AND created_at < $2
        ORDER BY id % 83, id LIMIT 120`,
      [daysAgo(shop, EARLIEST_INVITATION)],
    );
    const left = approved.map(({ id }) => id);
    const guests = (count: number) => left.splice(0, scaled(shop, count));
    const groups: Invited[] = [
      plain("partner", facts.invited.partner, 1),
      plain("retiree", facts.invited.retiree),
      plain("invite", facts.invited.invite, 1),
      plain("toolconnect", facts.invited.toolconnect),
      ...types.map(
        (type, index): Invited => ({
          ...plain("usertype", guests(9 - 3 * index)),
          groupId: String(type.id),
          title: type.name,
        }),
      ),
      ...dates.map(
        ({ id, name, days, accepted, waiting, event }): Invited => ({
          audience: "event",
          groupId: String(id),
          title: name,
          event,
          states:
            days > 0
              ? { expired: scaled(shop, waiting) }
              : { sent: scaled(shop, waiting), delivered: scaled(shop, 6) },
          customers: guests(accepted),
          from: Math.max(days + 40, 30),
          to: Math.max(days, 0) + 5,
        }),
      ),
    ];
    for (const group of groups) await invite(tx, shop, group);
    await checkIn(
      tx,
      shop,
      dates.filter(({ days }) => days > 0),
    );
  },
};

async function writeUserTypes(tx: ShopTransaction, shop: DemoShop) {
  const last = await lastIdOf(tx, shop, "user_types");
  const types = [
    { id: last + 1, name: "Distributor", tags: "distributor, wholesale" },
    { id: last + 2, name: "Trainer", tags: "trainer" },
  ];
  await tx
    .insert(userTypes)
    .values(
      types.map((type) => ({ shop: shop.domain, ...type, operationId: idOf(shop, "user type", type.id) })),
    );
  return types;
}

const EVENTS = [
  { name: "Spring open day", days: 190, hours: 6, capacity: 60, accepted: 22, waiting: 12 },
  { name: "Tool Days workshop", days: 145, hours: 4, capacity: 30, accepted: 18, waiting: 6 },
  { name: "Battery safety training", days: 40, hours: 3, capacity: null, accepted: 12, waiting: 5 },
  { name: "Holiday preview", days: -6, hours: 4, capacity: 40, accepted: 14, waiting: 11 },
  { name: "Open day next spring", days: -120, hours: 6, capacity: null, accepted: 5, waiting: 4 },
] as const;

/** In the shop's time zone. */
const BEGINS_AT_HOUR = 10;

async function writeEvents(tx: ShopTransaction, shop: DemoShop) {
  const { staff, domain } = shop;
  const last = await lastIdOf(tx, shop, "events");
  const numbered = EVENTS.map((event, index) => ({ ...event, id: last + 1 + index }));
  const written = await tx
    .insert(events)
    .values(
      numbered.map(({ id, name, days, hours, capacity }) => {
        const dateFrom = atHour(shop, daysAgo(shop, days), BEGINS_AT_HOUR);
        return {
          shop: domain,
          id,
          name,
          description: `${name} at our store, with coffee and demonstrations.`,
          dateFrom,
          dateTo: after(dateFrom, hours / 24),
          active: name !== "Open day next spring",
          createdBy: Number(staff.owner.id),
          createdByName: staff.owner.name,
          createdAt: daysAgo(shop, Math.max(days, 0) + 50),
          capacity,
          operationId: idOf(shop, "event", id),
        };
      }),
    )
    .returning();
  return numbered.map((one) => ({ ...one, event: written.find(({ id }) => id === one.id) }));
}

async function invite(tx: ShopTransaction, shop: DemoShop, group: Invited): Promise<void> {
  const { domain, staff, start } = shop;
  const random = randomOf(shop, `invite ${group.audience} ${group.groupId}`);
  const accepted = await readGuests(shop, group.customers);
  const purpose = `${group.audience} ${group.groupId}`;
  const others = Object.entries(group.states).flatMap(([state, count]) =>
    Array.from({ length: count }, () => state as InvitationState),
  );
  const guests: { guest: Guest; state: InvitationState }[] = [
    ...accepted.map((guest) => ({ guest, state: "accepted" as const })),
    ...others.map((state, index) => {
      const person = stranger(shop, purpose, index);
      const email = state === "bounced" ? person.email.replace(/@.*/, "@bounce.example") : person.email;
      return { guest: { ...person, email, customerId: null }, state };
    }),
  ];
  if (guests.length === 0) return;
  const plans = guests.map(({ guest, state }, index) => {
    // An invitation that is open was sent lately, and one that expired was not.
    const [from, to] =
      state === "expired"
        ? [Math.max(group.from, 70), Math.max(group.to, LINK_DAYS + 5)]
        : state === "accepted" || state === "revoked"
          ? [group.from, group.to]
          : [state === "bounced" ? 5 : Math.min(group.from, 20), 1];
    const invitedAt = daysAgo(shop, to + (random.below(1000) / 1000) * Math.max(1, from - to));
    return {
      guest,
      state,
      invitedAt,
      id: idOf(shop, "invitation", purpose, index),
      linkId: idOf(shop, "invitation link", purpose, index),
    };
  });
  const details = group.event ? particularsOf(group.event, shop.config.timeZone).details.join("\n") : "";
  const mailIds = await writeMails(
    tx,
    shop,
    invitationTextOf(group.audience),
    plans.map(({ guest, state, invitedAt, id }) => ({
      key: `invitation ${id}`,
      to: { name: `${guest.firstName} ${guest.lastName}`, email: guest.email },
      flag: FLAGS[group.audience],
      at: after(invitedAt, 0.0005),
      values: {
        name: guest.firstName,
        link: `${process.env.LOCAL_STORE_URL}/storefront/${domain}/apps/backroom/invitation/${PERSONAL_LINK}`,
        title: group.title,
        details,
      },
      ...(state === "bounced" && { bounce: REFUSED }),
    })),
  );
  const rows = plans.map(
    ({ guest, state, invitedAt, id }, index): Row & { id: string; customerId: number | null } => {
      const by = group.audience === "event" || group.audience === "invite" ? staff.reviewer : staff.owner;
      const openedAt = after(invitedAt, 0.2 + random.below(200) / 100);
      const isOpened = state === "delivered" || state === "accepted";
      return {
        shop: domain,
        id,
        audience: group.audience,
        groupId: group.groupId,
        email: guest.email,
        firstName: guest.firstName,
        lastName: guest.lastName,
        isMtd: group.audience === "retiree" && random.chance(0.3),
        state,
        invitedAt,
        invitedById: by.id,
        invitedByName: by.name,
        mailCount: 1,
        mailId: mailIds[index],
        lastInvitedAt: invitedAt,
        sentAt: state === "bounced" ? null : after(invitedAt, 0.0007),
        deliveredAt: isOpened ? (openedAt < start ? openedAt : after(invitedAt, 0.01)) : null,
        bouncedAt: state === "bounced" ? after(invitedAt, 0.0007) : null,
        lastError: state === "bounced" ? REFUSED : null,
        acceptedAt:
          state === "accepted" ? after(openedAt < start ? openedAt : after(invitedAt, 0.01), 0.003) : null,
        expiresAt: after(invitedAt, LINK_DAYS),
        revokedAt: state === "revoked" ? after(invitedAt, 0.4) : null,
        customerId: guest.customerId,
        operationId: idOf(shop, "invitation operation", id),
      };
    },
  );
  await tx.insert(invitations).values(rows);
  if (group.event)
    await writeGuestMails(
      tx,
      shop,
      group.event,
      rows.flatMap(({ acceptedAt, id, ...guest }) =>
        acceptedAt ? [{ ...guest, invitationId: id, registeredAt: acceptedAt }] : [],
      ),
    );
  await tx.insert(invitationLinks).values(
    plans.map(({ id, linkId, invitedAt, state }) => ({
      shop: domain,
      id: linkId,
      invitationId: id,
      tokenHash: hashOf(tokenOf(domain, linkId)),
      createdAt: invitedAt,
      expiresAt: after(invitedAt, LINK_DAYS),
      usedAt: state === "accepted" ? after(invitedAt, 0.5) : null,
      revokedAt: state === "revoked" ? after(invitedAt, 0.4) : null,
    })),
  );
  const bounced = plans.filter(({ state }) => state === "bounced");
  if (bounced.length > 0)
    await tx
      .insert(mailStops)
      .values(
        bounced.map(({ guest, invitedAt }) => ({
          shop: domain,
          address: guest.email.toLowerCase(),
          reason: REFUSED,
          since: invitedAt,
        })),
      )
      .onConflictDoNothing();
}

const FLAGS = {
  partner: "showPartnerUsers",
  retiree: "showRetireeUsers",
  invite: "showInviteUsers",
  toolconnect: "showToolConnectInviteUsers",
  event: "showEvents",
  usertype: "showInvites",
} as const;

async function readGuests(shop: DemoShop, ids: readonly number[]): Promise<Guest[]> {
  const rows = await storeRows<{ id: number; first_name: string; last_name: string; email: string }>(
    shop,
    "SELECT id, first_name, last_name, email FROM customers WHERE shop = $1 AND id = ANY ($2) ORDER BY id",
    [ids],
  );
  return rows.map(({ id, first_name, last_name, email }) => ({
    customerId: id,
    firstName: first_name,
    lastName: last_name,
    email,
  }));
}

/** Most of those who registered came. */
async function checkIn(
  tx: ShopTransaction,
  shop: DemoShop,
  past: readonly { id: number; event?: ShopEvent }[],
): Promise<void> {
  const random = randomOf(shop, "check-ins");
  const { rows } = await tx.$client.query<{ id: string; group_id: string }>(
    "SELECT id, group_id FROM invitations WHERE shop = $1 AND audience = 'event' AND state = 'accepted' ORDER BY id",
    [shop.domain],
  );
  const came = rows.flatMap(({ id, group_id }) => {
    const event = past.find((one) => String(one.id) === group_id)?.event;
    if (!event || !random.chance(0.8)) return [];
    const { reviewer } = shop.staff;
    return [
      {
        shop: shop.domain,
        eventId: event.id,
        invitationId: id,
        at: after(event.dateFrom, random.below(40) / 1000),
        byId: reviewer.id,
        byName: reviewer.name,
      },
    ];
  });
  if (came.length > 0) await tx.insert(eventCheckIns).values(came);
}
