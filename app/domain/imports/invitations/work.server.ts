import type { AudienceId, InvitationScope } from "~/domain/invitations/audiences";
import { asked } from "~/domain/invitations/bulk.server";
import { revokeInvitation } from "~/domain/invitations/change.server";
import { invite } from "~/domain/invitations/invite.server";
import { withNames } from "~/domain/invitations/names.server";
import { publishSoon } from "~/domain/invitations/publish.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { AskedFor, ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import type { ImportKind } from "../kind";
import { patchRow } from "../persons/person-row.server";
import type { ImportWork, StoredRow } from "../work.server";
import { compareInvitations } from "./compare.server";
import { readGroups } from "./groups.server";
import { inviteeOf } from "./invitee";
import { INVITATION_IMPORTS } from "./kinds";

/** Rows that are people to be invited: each is done once the mail server took their mail. */
const invitationWork = (audience: keyof typeof INVITATION_IMPORTS): ImportWork => ({
  kind: INVITATION_IMPORTS[audience] satisfies ImportKind,
  compare: (tx, rows) => compareInvitations(tx, audience, rows),
  created: ({ tags = "" }) => (tags ? [{ field: "tags", label: "Tags", before: "", after: tags }] : []),
  // Who is invited, and who has registered, is known here alone.
  lookUp: async () => undefined,
  write: (row, context) => inviteRow(audience, row, context),
  undo: (row, context) => takeBack(audience, row, context),
});

/** The server's halves of `INVITATION_IMPORTS`. */
export const invitationWorks: readonly ImportWork[] = (
  Object.keys(INVITATION_IMPORTS) as (keyof typeof INVITATION_IMPORTS)[]
).map(invitationWork);

/** What is kept of a row that was carried out. */
interface WrittenInvitation {
  invitationId: string;
  /** The person was not invited before: undoing takes the invitation back. */
  isNew: boolean;
}

function inviteRow(
  audience: AudienceId,
  row: StoredRow,
  context: ItemContext,
): Promise<AskedFor | ItemOutcome> {
  return asked(context, async (tx, inviting) => {
    const groups = await readGroups(tx, audience);
    const group = groups.groupOf(row.values);
    if ("sentence" in group) throw badRequest(group.sentence);
    const scope = { audience, groupId: group.id };
    const read = inviteeOf(audience === "event" ? await named(tx, row, scope) : row.values);
    if ("problems" in read) throw badRequest(read.problems.map(({ sentence }) => sentence).join(" "));
    if (read.person.isMtd && !groups.isMtdOn) throw badRequest("The shop's switch “MTD Users” is off.");
    const invitation = await invite(tx, row.shop, scope, read.person, inviting);
    // As it is now, not as the check found it: a colleague may have invited them since.
    const isNew = invitation.mailCount === 1 && invitation.operationId === context.operationId;
    const written: WrittenInvitation = { invitationId: invitation.id, isNew };
    await patchRow(tx, row, { written, outcome: "written" });
    return invitation;
  });
}

/** The row's values, with names for who has none in it. */
async function named(tx: ShopTransaction, { shop, values }: StoredRow, scope: InvitationScope) {
  const { email = "", first_name: firstName, last_name: lastName } = values;
  const [person] = await withNames(tx, shop, scope, [{ email, firstName, lastName }]);
  return { ...values, first_name: person?.firstName ?? "", last_name: person?.lastName ?? "" };
}

async function takeBack(
  audience: AudienceId,
  row: StoredRow,
  { shop, administrator: by }: ItemContext,
): Promise<ItemOutcome> {
  const { invitationId: id, isNew } = row.written as WrittenInvitation;
  if (!isNew) return { state: "skipped", message: "They had been invited before, and stay so." };
  await withShop(shop, async (tx) => {
    await revokeInvitation(tx, shop, { audience, id }, { by, now: new Date() });
    await patchRow(tx, row, { outcome: "undone" });
  });
  publishSoon(shop, audience);
  return { state: "done", message: "The invitation was taken back." };
}
