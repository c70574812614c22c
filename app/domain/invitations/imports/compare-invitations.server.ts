import type { Compared } from "~/core/imports/import-handler.server";
import type { ReadRow } from "~/core/imports/read-row";
import { stoppedText } from "~/core/mail/stops.server";
import type { AudienceId } from "~/domain/invitations/audiences";
import { pauseUntil } from "~/domain/invitations/cooldown";
import { alreadyRegistered, inCooldown } from "~/domain/invitations/messages";
import type { InvitationState } from "~/domain/invitations/states";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { MTD_FIELD_NAME, readGroups } from "./groups.server";
import { inviteeOf } from "./invitee";

/** What is known of somebody to be invited. */
interface Known {
  number: number;
  state: InvitationState | null;
  sent_at: Date | null;
  last_invited_at: Date | null;
  stopped: string | null;
}

/** Compares rows with the invitations and the addresses that refuse mail, as they stand now, in one query for all. */
export async function compareInvitations(
  tx: ShopTransaction,
  audience: AudienceId,
  rows: readonly ReadRow[],
): Promise<Compared[]> {
  const groups = await readGroups(tx, audience);
  const readable = rows.map((row) => ({ row, group: groups.groupOf(row.values) }));
  const { rows: known } = await tx.$client.query<Known>(
    `SELECT wanted.number, i.state, i.sent_at, i.last_invited_at, s.reason AS stopped
       FROM unnest($2::int[], $3::text[], $4::text[]) AS wanted(number, email, group_id)
       LEFT JOIN invitations_of_shop i
              ON i.audience = $1 AND i.group_id = wanted.group_id AND lower(i.email) = wanted.email
       LEFT JOIN mail_stops s ON s.shop = current_setting('app.shop') AND s.address = wanted.email`,
    [
      audience,
      rows.map(({ number }) => number),
      rows.map(({ identity }) => identity ?? ""),
      readable.map(({ group }) => ("id" in group ? group.id : "")),
    ],
  );
  const knownOf = new Map(known.map((one) => [one.number, one]));
  const now = new Date();
  return readable.map(({ row, group }) => {
    const problems = [...row.problems, ...(row.problems.length > 0 ? [] : problemsOf(audience, row))];
    if ("sentence" in group && !problems.some(({ field }) => field === group.field)) problems.push(group);
    if (row.values[MTD_FIELD_NAME] === "1" && !groups.isMtdOn)
      problems.push({ field: MTD_FIELD_NAME, sentence: "The shop's switch “MTD Users” is off." });
    return compared(row, problems, knownOf.get(row.number), now);
  });
}

function problemsOf(audience: AudienceId, { values }: ReadRow): Compared["problems"] {
  const read = inviteeOf(audience === "event" ? { ...NAMES_TO_COME, ...withoutBlanks(values) } : values);
  return "problems" in read ? read.problems : [];
}

/** Names that are missing come when the row is written (`withNames`). */
const NAMES_TO_COME = { first_name: "?", last_name: "?" };

const withoutBlanks = (values: ReadRow["values"]) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

const BEFORE: Record<InvitationState, string> = {
  queued: "Invited; the mail waits",
  sent: "Invited",
  delivered: "Invited; the link was opened",
  bounced: "Invited; the mail came back",
  accepted: "Registered",
  expired: "Invited; the link has run out",
  revoked: "Deleted",
};

function compared(
  { identity, values }: ReadRow,
  problems: Compared["problems"],
  known: Known | undefined,
  now: Date,
): Compared {
  const answer = { customerId: null, changes: [], problems };
  const email = identity ?? values.email ?? "";
  if (known?.stopped) problems.push({ field: "email", sentence: stoppedText(known.stopped) });
  if (problems.length > 0) return { ...answer, verdict: "refused" };
  if (!known?.state) return { ...answer, verdict: "create" };
  if (known.state === "accepted")
    return {
      ...answer,
      verdict: "unchanged",
      problems: [{ field: "email", sentence: alreadyRegistered(email) }],
    };
  const { state, sent_at: sentAt, last_invited_at } = known;
  const lastInvitedAt = last_invited_at ?? now;
  const until = pauseUntil({ state, sentAt, lastInvitedAt }, now);
  if (until) {
    const sentence = inCooldown(email, lastInvitedAt, until, now);
    return { ...answer, verdict: "unchanged", problems: [{ field: "email", sentence }] };
  }
  const change = {
    field: "invitation",
    label: "Invitation",
    before: BEFORE[known.state],
    after: known.state === "revoked" ? "Invited" : "Invited once more",
  };
  return { ...answer, verdict: "change", changes: [change] };
}
