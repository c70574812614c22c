import type { Compared } from "~/core/imports/import-definition.server";
import type { ReadRow } from "~/core/imports/read-row";
import { stoppedText } from "~/core/mail/stops.server";
import type { AudienceId } from "~/domain/invitations/audiences";
import { pauseUntil } from "~/domain/invitations/cooldown";
import { alreadyRegistered, inCooldown, onWaitingList } from "~/domain/invitations/messages";
import type { InvitationState } from "~/domain/invitations/states";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type inviteeOf, MTD_FIELD_NAME, readGroups, readInvitees } from "./read-invitees.server";

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
export async function compareInvitations(
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
  if (current.state === "accepted")
    return {
      ...answer,
      verdict: "unchanged",
      problems: [{ field: "email", sentence: alreadyRegistered(email) }],
    };
  if (current.state === "waiting")
    return {
      ...answer,
      verdict: "unchanged",
      problems: [{ field: "email", sentence: onWaitingList(email) }],
    };
  const { state, sent_at: sentAt, last_invited_at } = current;
  const lastInvitedAt = last_invited_at ?? now;
  const until = pauseUntil({ state, sentAt, lastInvitedAt }, now);
  if (until) {
    const sentence = inCooldown(email, lastInvitedAt, until, now);
    return { ...answer, verdict: "unchanged", problems: [{ field: "email", sentence }] };
  }
  const change = {
    field: "invitation",
    label: "Invitation",
    before: BEFORE[current.state],
    after: current.state === "revoked" ? "Invited" : "Invited again",
  };
  return { ...answer, verdict: "change", changes: [change] };
}
