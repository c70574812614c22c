import { randomUUID } from "node:crypto";
import type { CallContext } from "~/core/context.server";
import type { Invitation } from "~/domain/invitations/invitation.server";
import { NO_EMAIL_HEADER, NO_ROWS } from "~/domain/invitations/messages";
import { publishInvitations } from "~/domain/invitations/publish.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { startJob } from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import { inviteAs } from "./invite-as.server";
import { inviteUsersJob } from "./invite-job.server";
import type { InvitedUser, WrittenUser } from "./invited-user";

/** Invites one person. The same operation id sends no second mail. @throws as `inviteAs` */
export async function inviteUser(
  { shop, administrator, clock }: CallContext,
  user: InvitedUser,
  operationId: string = randomUUID(),
): Promise<Invitation> {
  const inviting = { by: administrator, now: clock.now(), operationId };
  const invitation = await withShop(shop.domain, (tx) => inviteAs(tx, shop.domain, user, inviting));
  publishInvitations(shop.domain, "usertype", [invitation.id]);
  return invitation;
}

/**
 * Starts the job that invites the people of a sheet, each with an outcome of their own.
 * @returns the job's id; the same operation id answers the same job
 * @throws 400 for a sheet without rows, or without addresses
 */
export async function inviteUsers(
  { shop, administrator }: CallContext,
  rows: readonly WrittenUser[],
  operationId?: string,
): Promise<string> {
  if (rows.length === 0) throw badRequest(NO_ROWS);
  if (rows.every(({ email }) => email.trim() === "")) throw badRequest(NO_EMAIL_HEADER);
  return withShop(shop.domain, (tx) =>
    startJob(tx, shop.domain, inviteUsersJob, {
      title: `Invite ${pluralize(rows.length, "user")}`,
      permission: "showInvites",
      startedBy: administrator,
      items: rows.map((person, index) => ({ label: labelOf(person, index), input: { person } })),
      operationId,
    }),
  );
}

const labelOf = ({ firstName, lastName, email }: WrittenUser, index: number): string =>
  (`${firstName} ${lastName}`.trim() + (email ? ` (${email.trim()})` : "")).trim() || `Row ${index + 2}`;
