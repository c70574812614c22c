import { and, eq, inArray, sql } from "drizzle-orm";
import { eventCheckIns } from "~/domain/events/tables.server";
import { STATES_OF_TAB } from "~/domain/invitations/states";
import { invitations } from "~/domain/invitations/tables.server";
import { anyOf } from "~/platform/db/any-of.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** How many people an event has. */
export interface EventCounts {
  /** Everybody on its list: those who registered, and those who have not. */
  invited: number;
  registered: number;
  checkedIn: number;
}

export const NOBODY_YET: EventCounts = { invited: 0, registered: 0, checkedIn: 0 };

/** How many people these events have. */
export async function readCounts(
  tx: ShopTransaction,
  shop: string,
  eventIds: readonly number[],
): Promise<Map<number, EventCounts>> {
  if (eventIds.length === 0) return new Map();
  const rows = await tx
    .select({
      groupId: invitations.groupId,
      invited: sql<string>`count(*)`,
      registered: sql<string>`count(*) FILTER (WHERE ${inArray(invitations.state, [...STATES_OF_TAB.registered])})`,
      checkedIn: sql<string>`count(${eventCheckIns.invitationId})`,
    })
    .from(invitations)
    .leftJoin(
      eventCheckIns,
      and(eq(eventCheckIns.shop, invitations.shop), eq(eventCheckIns.invitationId, invitations.id)),
    )
    .where(
      and(
        eq(invitations.shop, shop),
        eq(invitations.audience, "event"),
        anyOf(invitations.groupId, eventIds.map(String)),
        inArray(invitations.state, [...STATES_OF_TAB.invited, ...STATES_OF_TAB.registered]),
      ),
    )
    .groupBy(invitations.groupId);
  return new Map(
    rows.map(({ groupId, ...counts }) => [
      Number(groupId),
      {
        invited: Number(counts.invited),
        registered: Number(counts.registered),
        checkedIn: Number(counts.checkedIn),
      },
    ]),
  );
}
