import { and, eq } from "drizzle-orm";
import { invitationKeepReasons } from "~/domain/invitations/imports/keep-reasons.server";
import { eventCheckIns } from "../tables.server";

/** An import that is undone keeps people who came. */
export const checkInKeepReason = invitationKeepReasons.handler(async (tx, shop, invitationId) => {
  const isOf = and(eq(eventCheckIns.shop, shop), eq(eventCheckIns.invitationId, invitationId));
  return (await tx.$count(eventCheckIns, isOf)) > 0 ? "checked in" : null;
});
