import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { readHits } from "~/core/lists/hits.server";
import { tooManyRows } from "~/core/lists/keyset-page";
import {
  fromOf,
  orderByOf,
  queryRows,
  readNumberedPage,
  readOrder,
  whereOf,
} from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { findEvent } from "~/domain/events/event.server";
import type { GuestState } from "~/domain/events/guests/guest-state";
import { moveGuest } from "~/domain/events/guests/places.server";
import { EVENTS_LIST } from "~/domain/events/limits";
import { invitationSubject } from "~/domain/invitations/audit.server";
import { invitationKeepReasons } from "~/domain/invitations/imports/read-invitees.server";
import {
  type Invitation,
  invitedName,
  lockInvitation,
  publishInvitations,
} from "~/domain/invitations/invitation.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { publishChange } from "~/platform/realtime/publish.server";
import { checkInUndone, guestCheckedIn } from "../audit.server";
import { eventCheckIns } from "../tables.server";
import { checkInList, type Guest, guestStateOf, guestsQuery } from "./list.server";
import { CHECK_IN_LIST, CHECK_IN_TABS, type CheckInTab } from "./tabs";

/** The order of a tab that isn't by name. */
const ORDERS: Partial<Record<CheckInTab, string>> = { waiting: "waiting", invited: "refused" };

const guestOf = (record: object): Guest => checkInList.rowOf(record) as Guest;

/** A page of an event's check-in list, by name. @throws 404 for an event that is not there */
export async function listCheckIns(
  { shop: { domain } }: CallContext,
  {
    id,
    tab,
    search,
    page,
    pageSize,
  }: { id: number; tab: CheckInTab; search: string; page: number; pageSize: number },
) {
  const filter = { shop: domain, eventId: id, tab, search };
  const order = { key: ORDERS[tab] ?? "name", descending: false };
  return withShop(domain, async (tx) => {
    await findEvent(tx, domain, id);
    const options = { filter, order, page, pageSize };
    const { rows, total } = await readNumberedPage(tx, guestsQuery, options, (selection) =>
      queryRows<{ total: string }>(
        tx,
        sql`SELECT ${checkInList.select}, ${selection.total} AS total FROM ${fromOf(guestsQuery, filter)}
             WHERE ${selection.where} ORDER BY ${selection.orderBy} LIMIT ${selection.limit} OFFSET ${selection.offset}`,
      ),
    );
    return numberedPage(rows.map(guestOf), { total, page, pageSize });
  });
}

/** How many people of each tab of an event's check-in list a search finds. */
export const readCheckInHits = (
  { shop: { domain } }: CallContext,
  { id, search }: { id: number; search: string },
) => readHits(domain, guestsQuery, CHECK_IN_TABS, (tab) => ({ shop: domain, eventId: id, tab, search }));

/**
 * The registered and checked-in people of an event by name, for printing or a file.
 * @throws 404 for an unknown event, 400 for more people than a response may have
 */
export async function readCheckInRows(
  { shop: { domain } }: CallContext,
  id: number,
): Promise<{ rows: Guest[] }> {
  const filter = { shop: domain, eventId: id };
  const rows = await withShop(domain, async (tx) => {
    await findEvent(tx, domain, id);
    return queryRows<object>(
      tx,
      sql`SELECT ${checkInList.select} FROM ${fromOf(guestsQuery, filter)}
           WHERE ${whereOf(guestsQuery, filter)} AND (g.state = 'accepted' OR c.at IS NOT NULL)
           ORDER BY ${orderByOf(guestsQuery, readOrder(checkInList))} LIMIT ${MAX_ROWS_PER_ANSWER + 1}`,
    );
  });
  if (rows.length > MAX_ROWS_PER_ANSWER)
    throw tooManyRows("Request the event's report by email instead. It has all people.");
  return { rows: rows.map(guestOf) };
}

/** One person on an event's list. @throws 404 for someone who isn't on it */
export async function readGuest({ shop: { domain } }: CallContext, which: Which): Promise<Guest> {
  return guestOf(await withShop(domain, (tx) => findGuest(tx, domain, which)));
}

/** Who checked the guest in is beside what calls answer. */
interface GuestRecord {
  checkedInById: string | null;
}

async function findGuest(
  tx: ShopTransaction,
  shop: string,
  { id, invitationId }: Which,
): Promise<GuestRecord> {
  const filter = { shop, eventId: id };
  const [record] = await queryRows<GuestRecord>(
    tx,
    sql`SELECT ${checkInList.select}, c.by_id AS "checkedInById" FROM ${fromOf(guestsQuery, filter)}
         WHERE ${whereOf(guestsQuery, filter)} AND g.id = ${invitationId}`,
  );
  if (!record) throw notFound(NOT_ON_LIST);
  return record;
}

const NOT_ON_LIST = "This person is no longer on the event's list.";

/**
 * Moves a guest by hand: gives them a place, puts them on the waiting list, or cancels them. A repetition changes nothing.
 * @throws 409 with the code FULL for a place beyond the capacity, as `moveGuest`
 */
export async function changeGuestState(
  { shop: { domain }, administrator, clock }: CallContext,
  { id, invitationId, state, beyondCapacity }: Which & { state: GuestState; beyondCapacity: boolean },
): Promise<Guest & { before: GuestState | null }> {
  const { before, guest } = await withShop(domain, async (tx) => {
    const options = { to: state, beyondCapacity, actor: administrator, now: clock.now() };
    const moved = await moveGuest(tx, { shop: domain, eventId: id, invitationId }, options);
    return { before: moved.guest.state, guest: await findGuest(tx, domain, { id, invitationId }) };
  });
  publishInvitations(domain, "event", [invitationId]);
  publishLists(domain);
  return { ...guestOf(guest), before: guestStateOf(before) };
}

function publishLists(shop: string): void {
  for (const list of [CHECK_IN_LIST, EVENTS_LIST]) publishChange(shop, "showEvents", { list });
}

interface Which {
  id: number;
  invitationId: string;
}

/**
 * Checks a person in. An earlier check-in stays, also one on another device.
 * @throws 404 for a person who isn't on the event's list, 409 for a deleted event
 */
export async function checkIn(
  context: CallContext,
  which: Which,
): Promise<Guest & { isNew: boolean; isOwn: boolean }> {
  const { guest, isNew } = await change(context, which, guestCheckedIn, async (tx, { id }) => {
    const { shop, administrator, clock } = context;
    const updated = await tx
      .insert(eventCheckIns)
      .values({
        shop: shop.domain,
        eventId: which.id,
        invitationId: id,
        at: clock.now(),
        byId: administrator.id,
        byName: administrator.name,
      })
      .onConflictDoNothing()
      .returning();
    return updated.length > 0;
  });
  return { ...guestOf(guest), isNew, isOwn: guest.checkedInById === context.administrator.id };
}

/** Undoes a check-in. @throws as `checkIn` */
export const undoCheckIn = async (context: CallContext, which: Which): Promise<Guest> => {
  const { guest } = await change(context, which, checkInUndone, async (tx, { id }) => {
    const removed = await tx
      .delete(eventCheckIns)
      .where(
        and(
          eq(eventCheckIns.shop, context.shop.domain),
          eq(eventCheckIns.eventId, which.id),
          eq(eventCheckIns.invitationId, id),
        ),
      )
      .returning();
    return removed.length > 0;
  });
  return guestOf(guest);
};

/** Changes one guest and records it. @returns `isNew` is false when there was nothing to change */
async function change(
  { shop: { domain }, administrator }: CallContext,
  { id, invitationId }: Which,
  action: typeof guestCheckedIn,
  make: (tx: ShopTransaction, invitation: Invitation) => Promise<boolean>,
): Promise<{ guest: GuestRecord; isNew: boolean }> {
  const answer = await withShop(domain, async (tx) => {
    const event = await findEvent(tx, domain, id);
    if (event.isDeleted) throw conflict("This event was deleted.");
    const invitation = await lockInvitation(tx, domain, "event", invitationId);
    if (invitation.groupId !== String(id) || invitation.state === "revoked") throw notFound(NOT_ON_LIST);
    const changed = await make(tx, invitation);
    if (changed)
      await recordAudit(tx, domain, action, {
        actor: administrator,
        subject: { type: invitationSubject, id: invitationId },
        before: null,
        after: { name: invitedName(invitation), event: event.name },
        flag: "showEvents",
      });
    return { guest: await findGuest(tx, domain, { id, invitationId }), isNew: changed };
  });
  if (answer.isNew) publishLists(domain);
  return answer;
}

/** An import that is undone keeps people who came. */
export const checkInKeepReason = invitationKeepReasons.handler(async (tx, invitation) => {
  if (invitation.audience !== "event") return null;
  const isOf = and(
    eq(eventCheckIns.shop, invitation.shop),
    eq(eventCheckIns.eventId, Number(invitation.groupId)),
    eq(eventCheckIns.invitationId, invitation.id),
  );
  return (await tx.$count(eventCheckIns, isOf)) > 0 ? "checked in" : null;
});
