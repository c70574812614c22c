import { kindsOf } from "~/domain/customers/kinds";
import { type Administrator, mayUse } from "~/platform/auth/permission";

/** Said of a row whose person the administrator may not work on; it tells nothing of them. */
export const NO_ACCESS =
  "You have no access to the person with this e-mail address, so the row is left out. The account owner can grant it on the Access page.";

/**
 * True when somebody with these tags is of kinds of which the administrator holds no flag: an import must not do to them what
 * the edit dialog refuses. Who is of no kind is barred to nobody.
 */
export function isBarred(administrator: Administrator, tags: readonly string[]): boolean {
  const kinds = kindsOf(tags);
  return kinds.length > 0 && !kinds.some(({ flag }) => mayUse(administrator, flag));
}
