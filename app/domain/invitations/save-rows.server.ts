import { randomUUID } from "node:crypto";
import { readSwitches } from "~/domain/settings/switches.server";
import type { CallContext } from "~/platform/contract/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";
import type { InvitationScope } from "./audiences";
import { editInvitation } from "./change.server";
import type { InvitedRows } from "./contract";
import { lockInvitation } from "./find.server";
import { invite } from "./invite.server";
import { EMAIL_STAYS, tooManyAtOnce } from "./messages";
import { publishInvitations } from "./publish.server";
import { oncePerAddress, rowRefused, workOnRows } from "./row-outcomes";
import { checkInvitee, checkNames, type InvitedUserRow } from "./sheet-row";

/** As many people as one request works on by itself. */
const MOST_AT_ONCE = 100;

/**
 * Invites the people of rows without an id, and changes the names of those with one; each row by itself.
 * @throws 400 for more rows than are worked on at once; for a single row whatever refuses it
 */
export async function saveInvitedUsers(
  context: CallContext,
  scope: InvitationScope,
  rows: readonly InvitedUserRow[],
  operationId: string = randomUUID(),
): Promise<InvitedRows> {
  if (rows.length > MOST_AT_ONCE) throw badRequest(tooManyAtOnce(MOST_AT_ONCE));
  const shop = context.shop.domain;
  const mtd = { allowed: scope.audience === "retiree" && (await isMtdOn(shop)) };
  const refuseRepeated = oncePerAddress();
  const outcome = await workOnRows(rows, async (row) => {
    if (row.id) {
      await changeNames(context, scope, row);
      return "changed";
    }
    const checked = checkInvitee(row, mtd);
    if ("problems" in checked) throw rowRefused(checked.problems);
    refuseRepeated(checked.value.email);
    await withShop(shop, (tx) =>
      invite(tx, shop, scope, checked.value, {
        by: context.administrator,
        now: context.clock.now(),
        operationId: stableUuid(operationId, checked.value.email.toLowerCase()),
      }),
    );
    return "invited";
  });
  if (outcome.invited + outcome.changed > 0) publishInvitations(shop, scope.audience);
  return outcome;
}

/** Whether this shop may invite MTD users (section 2.7 of the first specification text). */
export const isMtdOn = async (shop: string): Promise<boolean> =>
  (await withShop(shop, (tx) => readSwitches(tx, shop))).mtdUsers;

async function changeNames(
  { shop, administrator, clock }: CallContext,
  { audience }: InvitationScope,
  row: InvitedUserRow,
): Promise<void> {
  const checked = checkNames(row);
  if ("problems" in checked) throw rowRefused(checked.problems);
  await withShop(shop.domain, async (tx) => {
    const known = await lockInvitation(tx, shop.domain, audience, row.id);
    if (row.email && row.email.toLowerCase() !== known.email.toLowerCase())
      throw badRequest(EMAIL_STAYS, { email: EMAIL_STAYS });
    const which = { audience, id: row.id, version: row.version };
    await editInvitation(tx, shop.domain, which, checked.value, { by: administrator, now: clock.now() });
  });
}
