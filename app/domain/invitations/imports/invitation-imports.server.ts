import { defineImport, patchRow, type StoredRow } from "~/core/imports/import-definition.server";
import type { ImportForm } from "~/core/imports/import-form";
import type { AudienceId } from "~/domain/invitations/audiences";
import { readInvitationResults, requestMail } from "~/domain/invitations/bulk.server";
import { revokeInvitation } from "~/domain/invitations/change-invitation.server";
import { type Invitation, lockInvitation, publishSoon } from "~/domain/invitations/invitation.server";
import { invite } from "~/domain/invitations/invite.server";
import { invitationWarning, readParticulars } from "~/domain/invitations/particulars.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, Refusal } from "~/platform/errors";
import type { ItemContext, ItemOutcome, PendingItem } from "~/platform/jobs/job.server";
import { compareInvitations } from "./compare-invitations.server";
import { EVENT_FIELD_NAME, INVITATION_IMPORTS } from "./invitation-imports";
import { invitationKeepReasons, readGroups, readInvitees } from "./read-invitees.server";

/** Rows that are people to be invited: each is done once the mail server took their mail. */
const importedInvitations = (audience: keyof typeof INVITATION_IMPORTS) =>
  defineImport({
    form: INVITATION_IMPORTS[audience] satisfies ImportForm,
    compare: (tx, rows) => compareInvitations(tx, audience, rows),
    created: ({ tags = "" }) => (tags ? [{ field: "tags", label: "Tags", before: "", after: tags }] : []),
    write: (row, context) => inviteRow(audience, row, context),
    undo: (row, context) => undoInvitation(audience, row, context),
    file: {
      // Rows of other audiences may each name their own group.
      givenName: (tx, { shop, defaults }) => groupNameOf(tx, shop, audience, defaults?.[EVENT_FIELD_NAME]),
      warning: async (tx, { shop, defaults }, rows) => {
        const groupId = defaults?.[EVENT_FIELD_NAME];
        return groupId ? invitationWarning(tx, shop, { audience, groupId }, rows) : null;
      },
    },
    pending: { writes: readInvitationResults },
  });

/** The name of the group that all rows invite to. Null without one, and when it no longer exists. */
async function groupNameOf(
  tx: ShopTransaction,
  shop: string,
  audience: AudienceId,
  groupId: string | undefined,
): Promise<string | null> {
  if (!groupId) return null;
  try {
    return (await readParticulars(tx, shop, { audience, groupId })).title || null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The server's halves of `INVITATION_IMPORTS`. */
export const invitationImports = (Object.keys(INVITATION_IMPORTS) as (keyof typeof INVITATION_IMPORTS)[]).map(
  importedInvitations,
);

/** The stored result of an imported row. */
interface WrittenInvitation {
  invitationId: string;
  /** The person wasn't invited when the row was written, so undoing revokes the invitation. */
  isNew: boolean;
  /** Of the invitation when it was sent. Sending, bouncing and expiring don't raise it. */
  version: number;
  /** Its emails, with this one. More than one for a person who had been invited and deleted. Missing in rows of earlier versions. */
  mailCount?: number;
}

function inviteRow(
  audience: AudienceId,
  row: StoredRow,
  context: ItemContext,
): Promise<PendingItem | ItemOutcome> {
  return requestMail(context, async (tx, inviting) => {
    const groups = await readGroups(tx, audience);
    const group = await groups.groupOf(row.values);
    if ("sentence" in group) throw badRequest(group.sentence);
    const scope = { audience, groupId: group.id };
    const [read] = await readInvitees(tx, row.shop, scope, [row.values]);
    if (!read) throw new Error("The row was not read.");
    if ("problems" in read) throw badRequest(read.problems.map(({ sentence }) => sentence).join(" "));
    if (read.person.isMtd && !groups.isMtdOn) throw badRequest("The shop's switch “MTD Users” is off.");
    const invitation = await invite(tx, row.shop, scope, read.person, inviting);
    // As it is now, not as the check found it: a colleague may have invited them since.
    const { operationId, invitedAt, lastInvitedAt, mailCount } = invitation;
    const isNew = operationId === context.operationId && +invitedAt === +lastInvitedAt;
    const written: WrittenInvitation = {
      invitationId: invitation.id,
      isNew,
      version: invitation.version,
      mailCount,
    };
    await patchRow(tx, row, { written, outcome: "written" });
    return invitation;
  });
}

async function undoInvitation(
  audience: AudienceId,
  row: StoredRow,
  { shop, administrator: by }: ItemContext,
): Promise<ItemOutcome> {
  const { invitationId: id, isNew, version, mailCount = 1 } = row.written as WrittenInvitation;
  const outcome = await withShop(shop, async (tx): Promise<ItemOutcome> => {
    const existing = await lockInvitation(tx, shop, audience, id);
    // Also what this revoked itself, before a crash.
    if (existing.state === "revoked") {
      await patchRow(tx, row, { outcome: "undone" });
      return { state: "done", message: "This invitation no longer exists." };
    }
    if (!isNew)
      return {
        state: "skipped",
        message: "They had been invited before, and stay so.",
        reason: "invited before",
      };
    if (existing.version !== version || existing.mailCount !== mailCount)
      return {
        state: "skipped",
        message: "The invitation was changed, used or sent again since, so it stays.",
        reason: "changed since",
      };
    const reason = await keepReason(tx, existing);
    if (reason) return { state: "skipped", message: `They were ${reason}, so the invitation stays.`, reason };
    await revokeInvitation(tx, shop, { audience, id }, { by, now: new Date() });
    await patchRow(tx, row, { outcome: "undone" });
    return { state: "done", message: "The invitation was removed." };
  });
  if (outcome.state === "done") publishSoon(shop, audience);
  return outcome;
}

async function keepReason(tx: ShopTransaction, invitation: Invitation): Promise<string | null> {
  for (const read of invitationKeepReasons.all()) {
    const reason = await read(tx, invitation);
    if (reason) return reason;
  }
  return null;
}
