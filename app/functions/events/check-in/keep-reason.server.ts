import { and, eq } from "drizzle-orm";
import { invitationKeepReasons } from "~/domain/invitations/imports/keep-reasons.server";
import { eventCheckIns } from "../tables.server";

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
