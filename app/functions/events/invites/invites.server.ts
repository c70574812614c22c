import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { readHits } from "~/core/lists/hits.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { readRow } from "~/core/lists/read-list.server";
import { findEvent, findOpenEvent } from "~/domain/events/event.server";
import type { InvitationScope } from "~/domain/invitations/audiences";
import { startBulkInvite } from "~/domain/invitations/bulk.server";
import { publishInvitations } from "~/domain/invitations/invitation.server";
import { invite } from "~/domain/invitations/invite.server";
import { type InvitationQuery, listByNumber } from "~/domain/invitations/list.server";
import { withNames } from "~/domain/invitations/names.server";
import { assertOpenTo, readParticulars } from "~/domain/invitations/particulars.server";
import type { Invitee } from "~/domain/invitations/person";
import type { InvitationPart } from "~/domain/invitations/states";
import type { Shop } from "~/platform/auth/shops.server";
import { parseSearchDate } from "~/platform/dates/day-range";
import { withShop } from "~/platform/db/with-shop.server";
import { INVITE_TABS, type InviteTab } from "./list";
import { type InviteeRow, inviteesList } from "./list.server";
import type { WrittenPerson } from "./schemas";

/** The invitations to one event. */
export const scopeOf = (eventId: number): InvitationScope => ({
  audience: "event",
  groupId: String(eventId),
});

/** A request for a page of invitees. */
export interface InviteesRequest {
  eventId: number;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  registered?: "0" | "1";
  tab?: InviteTab;
  search: string;
}

/**
 * A page of an event's invitees, latest first; those of a deleted event too.
 * @throws 404 for an event that is not there
 */
export async function listInvitees(
  context: CallContext,
  { eventId, page, pageSize, registered, tab, search }: InviteesRequest,
) {
  const { shop } = context;
  return withShop(shop.domain, async (tx) => {
    await findEvent(tx, shop.domain, eventId);
    const part =
      tab ?? (registered === undefined ? "all" : registered === "1" ? "registered" : "unregistered");
    const query = queryOf(shop, { eventId, search }, part);
    const request = { query, order: LATEST_FIRST, page, pageSize };
    const { rows, total } = await listByNumber(tx, context, inviteesList, request);
    return numberedPage(rows, { total, page, pageSize });
  });
}

/** How many of an event's invitees of each tab a search finds. */
export const readInviteeHits = ({ shop }: CallContext, which: Pick<InviteesRequest, "eventId" | "search">) =>
  readHits(shop.domain, inviteesList.query, INVITE_TABS, (tab) => ({
    shop,
    query: queryOf(shop, which, tab),
  }));

const queryOf = (
  { timeZone }: Shop,
  { eventId, search }: Pick<InviteesRequest, "eventId" | "search">,
  tab: InvitationPart,
): InvitationQuery => ({
  ...scopeOf(eventId),
  tab,
  searchType: parseSearchDate(search, timeZone) ? "Date" : "Email",
  searchValue: search,
});

const LATEST_FIRST = { key: "createdAt", descending: true };

/** @throws as `invite`, and 404 for an event that is not there or was deleted */
export async function inviteOne(
  context: CallContext,
  eventId: number,
  person: Omit<Invitee, "additionalTags">,
  operationId: string = randomUUID(),
): Promise<{ customer: InviteeRow; isPublished: boolean }> {
  const { shop, administrator: by, clock } = context;
  const answer = await withShop(shop.domain, async (tx) => {
    const { active: isPublished } = await findOpenEvent(tx, shop.domain, eventId);
    const inviting = { by, now: clock.now(), operationId };
    const { id } = await invite(
      tx,
      shop.domain,
      scopeOf(eventId),
      { ...person, additionalTags: [] },
      inviting,
    );
    const isInvited = sql`shop = ${shop.domain} AND id = ${id}`;
    const customer = (await readRow(tx, context, inviteesList, isInvited)) as InviteeRow;
    return { customer, isPublished };
  });
  publishInvitations(shop.domain, "event");
  return answer;
}

/**
 * Starts the job that invites several people, or invites them again, with an outcome each. A missing name is taken from an earlier
 * invitation, from the customer with this address, or is the part before the @ and "Guest".
 * @returns the job, how many people it invites, and whether the event is published
 * @throws 404 for an unknown or deleted event, 409 for one whose registration is closed
 */
export async function inviteMany(
  { shop, administrator: { id, name } }: CallContext,
  eventId: number,
  people: readonly WrittenPerson[],
  operationId: string = randomUUID(),
): Promise<{ jobId: string; count: number; isPublished: boolean }> {
  return withShop(shop.domain, async (tx) => {
    const { active: isPublished } = await findOpenEvent(tx, shop.domain, eventId);
    const scope = scopeOf(eventId);
    // Asked once, not by each row: all of them would be refused for the same reason.
    await readParticulars(tx, shop.domain, scope);
    await assertOpenTo(tx, shop.domain, scope);
    const named = onceEach(await withNames(tx, shop.domain, scope, people));
    const jobId = await startBulkInvite(tx, shop.domain, {
      scope,
      people: named,
      by: { id, name },
      operationId,
    });
    return { jobId, count: named.length, isPublished };
  });
}

/** The first of several rows with the same address: the others would only be refused as invited a moment ago. */
function onceEach(people: readonly Invitee[]): Invitee[] {
  const seen = new Set<string>();
  return people.filter(({ email }) => seen.size < seen.add(email.toLowerCase()).size);
}
