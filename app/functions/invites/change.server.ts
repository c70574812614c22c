import { randomUUID } from "node:crypto";
import type { CallContext } from "~/core/context.server";
import {
  type Invitation,
  lockInvitation,
  publishInvitations,
  whyNotSent,
} from "~/domain/invitations/invitation.server";
import { reinvite } from "~/domain/invitations/invite.server";
import { readParticulars } from "~/domain/invitations/particulars.server";
import {
  readInvitationDeletions,
  restoreInvitation,
  revokeInvitation,
} from "~/domain/invitations/restore.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, Refusal } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import type { SeveralChanged } from "./invited-user";
import { outcomeText } from "./messages";

const audience = "usertype";

interface Changing {
  by: CallContext["administrator"];
  now: Date;
  operationId: string;
  isAmongMany: boolean;
  isUndo: boolean;
}

type Change = (tx: ShopTransaction, shop: string, id: string, changing: Changing) => Promise<Invitation>;

const CHANGES = {
  "sent again": (tx, shop, id, changing) => reinvite(tx, shop, { audience, id }, changing),
  deleted: (tx, shop, id, changing) => revokeInvitation(tx, shop, { audience, id }, changing),
  restored: async (tx, shop, id, changing) => {
    // Its user type may have been deleted since.
    await readParticulars(tx, shop, await lockInvitation(tx, shop, audience, id));
    return restoreInvitation(tx, shop, { audience, id }, changing);
  },
} as const satisfies Record<string, Change>;

/** The changes that an invitation allows, as in its audit entry. */
type ChangeName = keyof typeof CHANGES;

/**
 * Sends an invitation again, deletes it, or restores it.
 * @throws 404 for an unknown invitation, 409 if its state doesn't allow the change
 */
export async function changeInvitation(
  context: CallContext,
  what: ChangeName,
  { id, email }: { id: string; email?: string },
  operationId: string = randomUUID(),
  {
    isAmongMany = false,
    isUndo = false,
    now = context.clock.now(),
  }: Partial<Pick<Changing, "isAmongMany" | "isUndo" | "now">> = {},
): Promise<Invitation> {
  const { shop, administrator } = context;
  const changing = {
    by: administrator,
    now,
    operationId: stableUuid(operationId, id),
    isAmongMany,
    isUndo,
  };
  const changed = await withShop(shop.domain, async (tx) => {
    const invitation = await CHANGES[what](tx, shop.domain, id, changing);
    if (email && cleanIdentifier(email).toLowerCase() !== invitation.email.toLowerCase())
      throw badRequest(`This invitation went to ${invitation.email}. Check the address and try again.`);
    return invitation;
  });
  publishInvitations(shop.domain, audience, [id]);
  return changed;
}

/** Changes several invitations. A refused one doesn't stop the others. @throws the refusal of a single one */
export async function changeInvitations(
  context: CallContext,
  what: ChangeName,
  wanted: readonly { id: string; email?: string }[],
  operationId: string = randomUUID(),
  isUndo = false,
): Promise<SeveralChanged> {
  const ids: string[] = [];
  const now = context.clock.now();
  const notSent: SeveralChanged["notSent"] = [];
  const refused: SeveralChanged["refused"] = [];
  for (const one of wanted) {
    try {
      const how = { isAmongMany: wanted.length > 1, isUndo, now };
      const changed = await changeInvitation(context, what, one, operationId, how);
      ids.push(one.id);
      const why = what === "sent again" ? whyNotSent(changed) : null;
      if (why) notSent.push({ id: one.id, why: `${changed.email}: ${why}` });
    } catch (error) {
      if (!(error instanceof Refusal) || wanted.length === 1) throw error;
      refused.push({ id: one.id, why: error.message });
    }
  }
  const msg = outcomeText({
    done: ids.length - notSent.length,
    what,
    notSent: notSent.map(({ why }) => why),
    refused: refused.map(({ why }) => why),
  });
  if (ids.length === 0) throw badRequest(msg);
  if (what !== "deleted") return { status: true, msg, ids, notSent, refused };
  const deletionOf = await readInvitationDeletions(context, ids);
  const undoable = ids.filter((id) => deletionOf(id).isUndoable);
  return { status: true, msg, ids, notSent, refused, undoable };
}
