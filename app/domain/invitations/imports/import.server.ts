import {
  type Compared,
  defineImport,
  patchRow,
  type StoredRow,
} from "~/core/imports/import-definition.server";
import type { ImportForm } from "~/core/imports/import-form";
import type { ReadRow } from "~/core/imports/read-row";
import { stoppedText } from "~/core/mail/stops.server";
import type { AudienceId } from "~/domain/invitations/audiences";
import { readInvitationResults, requestMail } from "~/domain/invitations/bulk.server";
import { pauseUntil } from "~/domain/invitations/cooldown";
import { type Invitation, lockInvitation, publishSoon } from "~/domain/invitations/invitation.server";
import { invite } from "~/domain/invitations/invite.server";
import { alreadyRegistered, declinedBefore, inCooldown, onWaitingList } from "~/domain/invitations/messages";
import { invitationWarning, readParticulars } from "~/domain/invitations/particulars.server";
import { revokeInvitation } from "~/domain/invitations/restore.server";
import type { InvitationState } from "~/domain/invitations/states";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, Refusal } from "~/platform/errors";
import type { ItemContext, ItemOutcome, PendingItem } from "~/platform/jobs/job.server";
import { EVENT_FIELD_NAME, INVITATION_IMPORTS } from "./import";
import {
  invitationKeepReasons,
  type inviteeOf,
  MTD_FIELD_NAME,
  readGroups,
  readInvitees,
} from "./read-invitees.server";

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

/** The current state of a person to be invited. */
interface CurrentInvitation {
  number: number;
  state: InvitationState | null;
  sent_at: Date | null;
  last_invited_at: Date | null;
  stopped: string | null;
}

/**
 * Compares rows with the invitations and the addresses that refuse mail, as they are now, in one query for all. Groups and names
 * are read as the write reads them: a row that would be refused then is refused here.
 */
async function compareInvitations(
  tx: ShopTransaction,
  audience: AudienceId,
  rows: readonly ReadRow[],
): Promise<Compared[]> {
  const groups = await readGroups(tx, audience);
  const readable: { row: ReadRow; groupId: string; problems: Compared["problems"] }[] = [];
  for (const row of rows) {
    const group = await groups.groupOf(row.values);
    const isRepeated = "sentence" in group && row.problems.some(({ field }) => field === group.field);
    const problems = [...row.problems, ...("sentence" in group && !isRepeated ? [group] : [])];
    readable.push({ row, groupId: "id" in group ? group.id : "", problems });
  }
  const invitees = await readAll(tx, audience, groups.shop, readable);
  const { rows: current } = await tx.$client.query<CurrentInvitation>(
    `SELECT wanted.number, i.state, i.sent_at, i.last_invited_at, s.reason AS stopped
       FROM unnest($2::int[], $3::text[], $4::text[]) AS wanted(number, email, group_id)
       LEFT JOIN invitations_of_shop i
              ON i.audience = $1 AND i.group_id = wanted.group_id AND lower(i.email) = wanted.email
       LEFT JOIN mail_stops s ON s.shop = current_setting('app.shop') AND s.address = wanted.email`,
    [
      audience,
      rows.map(({ number }) => number),
      rows.map(({ identity }) => identity ?? ""),
      readable.map(({ groupId }) => groupId),
    ],
  );
  const currentOf = new Map(current.map((one) => [one.number, one]));
  const now = new Date();
  return readable.map(({ row, problems }) => {
    const invitee = row.problems.length > 0 ? undefined : invitees.get(row);
    if (invitee && "problems" in invitee) problems.push(...invitee.problems);
    if (row.values[MTD_FIELD_NAME] === "1" && !groups.isMtdOn)
      problems.push({ field: MTD_FIELD_NAME, sentence: "The shop's switch “MTD Users” is off." });
    return compared(row, problems, currentOf.get(row.number), now);
  });
}

/** The people in the rows, one query for each group. */
async function readAll(
  tx: ShopTransaction,
  audience: AudienceId,
  shop: string,
  rows: readonly { row: ReadRow; groupId: string }[],
): Promise<ReadonlyMap<ReadRow, ReturnType<typeof inviteeOf>>> {
  const found = new Map<ReadRow, ReturnType<typeof inviteeOf>>();
  for (const groupId of new Set(rows.map((one) => one.groupId))) {
    const ofGroup = rows.filter((one) => one.groupId === groupId).map(({ row }) => row);
    const values = ofGroup.map((row) => row.values);
    const invitees = await readInvitees(tx, shop, { audience, groupId }, values);
    for (const [index, invitee] of invitees.entries()) {
      const row = ofGroup[index];
      if (row) found.set(row, invitee);
    }
  }
  return found;
}

const BEFORE: Record<InvitationState, string> = {
  queued: "Invited; the email is waiting",
  sent: "Invited",
  delivered: "Invited; the link was opened",
  bounced: "Invited; the email bounced",
  declined: "Declined",
  accepted: "Registered",
  expired: "Invited; the link expired",
  revoked: "Deleted",
  waiting: "On the waiting list",
  canceled: "Canceled",
};

/** Why the write of a row invites no one, as `invite` says it. Null when it does. */
function whyLeftOut(
  email: string,
  { sent_at: sentAt, last_invited_at }: CurrentInvitation,
  state: InvitationState,
  now: Date,
): string | null {
  if (state === "accepted") return alreadyRegistered(email);
  if (state === "waiting") return onWaitingList(email);
  if (state === "declined") return declinedBefore(email);
  const lastInvitedAt = last_invited_at ?? now;
  const until = pauseUntil({ state, sentAt, lastInvitedAt }, now);
  return until && inCooldown(email, lastInvitedAt, until, now);
}

function compared(
  { identity, values }: ReadRow,
  problems: Compared["problems"],
  current: CurrentInvitation | undefined,
  now: Date,
): Compared {
  const answer = { customerId: null, changes: [], problems };
  const email = identity ?? values.email ?? "";
  if (current?.stopped) problems.push({ field: "email", sentence: stoppedText(current.stopped) });
  if (problems.length > 0) return { ...answer, verdict: "refused" };
  if (!current?.state) return { ...answer, verdict: "create" };
  const sentence = whyLeftOut(email, current, current.state, now);
  if (sentence) return { ...answer, verdict: "unchanged", problems: [{ field: "email", sentence }] };
  const change = {
    field: "invitation",
    label: "Invitation",
    before: BEFORE[current.state],
    after: current.state === "revoked" ? "Invited" : "Invited again",
  };
  return { ...answer, verdict: "change", changes: [change] };
}
