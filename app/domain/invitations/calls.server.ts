import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { revokeInvitation } from "./change-invitation.server";
import { invitationsContract, type invitedUserCalls } from "./contract";
import { countInvitations, countText } from "./counts.server";
import { type Invitation, invitedName, whyNotSent } from "./invitation.server";
import { reinvite } from "./invite.server";
import { invitedList } from "./list";
import { listInvitations } from "./list.server";
import { publishInvitations } from "./publish.server";
import { reinviteBySheet, reinviteMany } from "./reinvite-rows.server";
import { restoreInvitation } from "./restore.server";
import { isMtdOn, saveInvitedUsers } from "./save-rows.server";
import type { InvitedAudience } from "./screens";
import { readInvitedUserRow } from "./sheet-row";
import type { InvitationState, InvitationTab } from "./states";

interface PageInput {
  query: {
    state?: InvitationState;
    sort?: string;
    pageSize?: number;
    direction?: "next" | "previous";
    last_id?: string;
  };
  body: { searchType: "Email" | "Date"; searchValue: string };
}

/** Implements the calls of a screen of invited users. */
export function invitedUsersRouter(contract: ReturnType<typeof invitedUserCalls>, audience: InvitedAudience) {
  const calls = implement(contract).$context<CallContext>().use(guard);
  const scope = { audience, groupId: "" };
  const list = invitedList(audience);

  const page = ({ shop }: CallContext, tab: InvitationTab, { query, body }: PageInput) =>
    withShop(shop.domain, (tx) =>
      listInvitations(tx, shop, list, {
        ...query,
        ...scope,
        tab,
        searchType: body.searchType,
        searchValue: body.searchValue.trim(),
      }),
    );
  /** Changes one invitation and publishes the change. */
  const change = async (
    { shop }: CallContext,
    work: (tx: ShopTransaction, shop: string) => Promise<Invitation>,
  ) => {
    const changed = await withShop(shop.domain, (tx) => work(tx, shop.domain));
    publishInvitations(shop.domain, audience, [changed.id]);
    const { id, email, state } = changed;
    return { id, name: invitedName(changed), email, state, notSent: whyNotSent(changed) };
  };

  return calls.router({
    invited: calls.invited.handler(({ input, context }) => page(context, "invited", input)),
    registered: calls.registered.handler(({ input, context }) => page(context, "registered", input)),
    counts: calls.counts.handler(({ context }) => countInvitations(context.shop.domain, audience)),
    options: calls.options.handler(async ({ context }) => ({
      mtd: audience === "retiree" && (await isMtdOn(context.shop.domain)),
    })),
    figure: calls.figure.handler(async ({ context }) => {
      const { invited } = await countInvitations(context.shop.domain, audience);
      return { text: `${countText(invited)} invited`, asOf: null };
    }),
    save: calls.save.handler(({ input, context }) => {
      const rows = input.excelData
        .map(readInvitedUserRow)
        .map((row) => ({ ...row, mtd_check_box: row.mtd_check_box || input.mtdCheckbox }));
      return saveInvitedUsers(context, scope, rows, input.operationId);
    }),
    reinviteFile: calls.reinviteFile.handler(({ input, context }) =>
      reinviteBySheet(context, scope, input.excelData.map(readInvitedUserRow), input.operationId),
    ),
    reinvite: calls.reinvite.handler(({ input: { id, operationId = randomUUID() }, context }) =>
      change(context, (tx, shop) => {
        const inviting = { by: context.administrator, now: context.clock.now(), operationId };
        return reinvite(tx, shop, { audience, id }, inviting);
      }),
    ),
    revoke: calls.revoke.handler(({ input: { id }, context }) =>
      change(context, (tx, shop) => {
        const changing = { by: context.administrator, now: context.clock.now() };
        return revokeInvitation(tx, shop, { audience, id }, changing);
      }),
    ),
    restore: calls.restore.handler(({ input: { id, operationId = randomUUID() }, context }) =>
      change(context, (tx, shop) => {
        const restoring = { by: context.administrator, now: context.clock.now(), operationId };
        return restoreInvitation(tx, shop, { audience, id }, restoring);
      }),
    ),
  });
}

const calls = implement(invitationsContract).$context<CallContext>().use(guard);

/** The calls about invitations of any audience. */
export const invitationsRouter = calls.router({
  reinviteMany: calls.reinviteMany.handler(({ input, context }) =>
    reinviteMany(context, input.body, input.headers["idempotency-key"]),
  ),
});
