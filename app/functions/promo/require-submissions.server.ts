import { requirePermission } from "~/core/access/tab-limits";
import type { CallContext } from "~/core/context.server";
import { readAreLoyalty } from "~/domain/submissions/submission.server";
import type { Permission } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";

/**
 * @param access what one of the submissions requires
 * @throws 403 when one of them is on no tab that the administrator may open
 */
export async function requireSubmissions(
  { shop: { domain }, administrator }: CallContext,
  ids: readonly number[],
  access: (isLoyalty: boolean) => Permission,
): Promise<void> {
  for (const isLoyalty of await withShop(domain, (tx) => readAreLoyalty(tx, domain, ids)))
    requirePermission(administrator, access(isLoyalty));
}
