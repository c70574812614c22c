import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { readMailResults } from "~/core/mail/mail-results.server";
import { requestMail } from "~/domain/invitations/bulk.server";
import { type Invitation, publishInvitations } from "~/domain/invitations/invitation.server";
import { type Inviting, invite } from "~/domain/invitations/invite.server";
import { NO_EMAIL_HEADER, NO_ROWS } from "~/domain/invitations/messages";
import { requireUserType } from "~/domain/invitations/user-types/list.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import { type InvitedUser, invitedUser, type WrittenUser } from "./invited-user";

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

/**
 * Invites a person with a user type.
 * @throws 400 for an unknown type, and as `invite`
 */
export async function inviteAs(
  tx: ShopTransaction,
  shop: string,
  { userType, tags, ...person }: InvitedUser,
  inviting: Inviting,
): Promise<Invitation> {
  const { id } = await requireUserType(tx, shop, userType);
  const scope = { audience: "usertype", groupId: String(id) } as const;
  return invite(tx, shop, scope, { ...person, additionalTags: tags }, inviting);
}

const text = z.string();

const item = z.object({
  /** As the sheet has them. Gone when the person's data was erased after the job was started. */
  person: z.object({ firstName: text, lastName: text, email: text, userType: text, tags: text }).optional(),
});

/**
 * Invites the people of a sheet, each with the user type of their row, at the pace of the mail server. An invalid row fails with a reason
 * without stopping the others, and can be retried.
 */
export const inviteUsersJob = defineJob({
  name: "invites.invite",
  item,
  concurrency: 4,
  async run({ person }, context) {
    if (!person) return { state: "skipped", message: "This person's data was erased." };
    const { data, error } = invitedUser.safeParse(person);
    if (!data) throw badRequest([...new Set(error.issues.map(({ message }) => message))].join(" "));
    return requestMail(context, (tx, inviting) => inviteAs(tx, context.shop, data, inviting));
  },
  settle: (shop, mailIds) => readMailResults(shop, mailIds, "Invited: the mail server accepted the email."),
});
