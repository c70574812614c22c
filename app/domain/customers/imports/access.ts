import { kindsOf } from "~/domain/customers/kinds";
import { type Administrator, mayUse } from "~/platform/auth/permission";

/** The refusal of a row about a person that the administrator may not edit. It reveals nothing about them. */
export const NO_ACCESS =
  "You have no access to the person with this email address, so the row is left out. The account owner can grant it on the Access page.";

/**
 * Whether the administrator may import into the record of a customer with these tags: they need the flag of one of the
 * customer's kinds, as in the edit dialog. A customer without a kind is open to every administrator.
 */
export function mayImport(administrator: Administrator, tags: readonly string[]): boolean {
  const kinds = kindsOf(tags);
  return kinds.length === 0 || kinds.some(({ flag }) => mayUse(administrator, flag));
}
