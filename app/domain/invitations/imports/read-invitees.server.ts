import type { InvitationScope } from "~/domain/invitations/audiences";
import { withNames } from "~/domain/invitations/names.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { inviteeOf } from "./invitee";

type Values = Readonly<Record<string, string>>;

/**
 * Reads the people in rows of one group, in the order of the rows. An event's invitees may have no names: they get the names
 * that `withNames` finds. The check of a file and the write of a row both use it, so they refuse the same.
 */
export async function readInvitees(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
  rows: readonly Values[],
): Promise<ReturnType<typeof inviteeOf>[]> {
  if (scope.audience !== "event") return rows.map(inviteeOf);
  const people = await withNames(
    tx,
    shop,
    scope,
    rows.map(({ email = "", first_name: firstName, last_name: lastName }) => ({
      email,
      firstName,
      lastName,
    })),
  );
  return rows.map((values, index) => {
    const { firstName = "", lastName = "" } = people[index] ?? {};
    return inviteeOf({ ...values, first_name: firstName, last_name: lastName });
  });
}
