import type { CallContext } from "~/core/context.server";
import { startReport } from "~/core/reports/start-report.server";
import { requireProducts } from "~/domain/products/require-products.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { NONE_ACTIVE } from "./messages";
import { salsifyReport } from "./salsify-report.server";
import { readActiveFields } from "./stored-fields.server";

/**
 * Starts the report. What it would fail with is refused here rather than by its run.
 * @throws 400 when no metafield is monitored, 409 until the mirror of the products is complete
 */
export async function generateReport(context: CallContext) {
  const { domain } = context.shop;
  await withShop(domain, async (tx) => {
    const fields = await readActiveFields(tx, domain);
    if (fields.length === 0) throw badRequest(NONE_ACTIVE);
    await requireProducts(tx, domain);
  });
  return startReport(context, salsifyReport, { dates: null, options: {} });
}
