import { z } from "zod";
import { defineReport } from "~/core/reports/define-report.server";
import { requireOrders } from "~/domain/orders/mirror.server";
import { pluralize } from "~/platform/text/pluralize";
import { bundleSheets, componentSheets, type Sold, sumUpBundles } from "./bundle-sheets.server";
import { BUNDLE_OPTIONS, type BundleOptions, problemOfOptions, SELECT_A_TYPE } from "./options";

const options = z
  .object({ bundle: z.boolean(), component: z.boolean() })
  .refine((chosen) => problemOfOptions(chosen) === null, SELECT_A_TYPE);

/** The bundles that were sold in a period, and their components. A bundle is a line item group of an order. */
export const bundleReport = defineReport<BundleOptions>({
  name: "bundleReport",
  title: "Bundle report",
  flag: "showBundleReport",
  path: "/bundleReport",
  days: { zone: "shop", isToCapped: false },
  options,
  describeOptions: (chosen) =>
    BUNDLE_OPTIONS.filter(({ name }) => chosen[name as keyof BundleOptions])
      .map(({ label }) => label)
      .join(", "),
  async build({ period, options: { bundle, component } }, context) {
    if (!period) throw new Error("The bundle report has dates.");
    await requireOrders(context.shop.domain);
    const sums = await sumUpBundles(period, context);
    const ofBundles = bundleSheets(sums, period, context);
    const ofComponents = componentSheets(sums, period, context);
    const [first, ...others] = bundle ? ofBundles : ofComponents;
    return {
      sheets: [first, ...others, ...(bundle && component ? ofComponents : [])],
      notes: NOTES,
      summarize: () => summaryOf(sums.bundleRows, sums.bundles, sums.orders),
      figures: () => {
        const sum = (value: (bundle: Sold) => number) =>
          sums.bundles.reduce((total, bundle) => total + value(bundle), 0);
        return [
          { name: "Bundles", value: sum(({ quantity }) => quantity), unit: "count" },
          { name: "Orders", value: sums.orders, unit: "count" },
          {
            name: "Removed units",
            value: sum(({ units, currentUnits }) => units - currentUnits),
            unit: "count",
          },
          { name: "Sales", value: sum(({ totalCents }) => totalCents), unit: "cents" },
        ];
      },
    };
  },
});

const NOTES = [
  "A bundle is a group of lines of an order. The lines are its components.",
  "An order counts on the day on which it was processed. Test orders and canceled orders are left out.",
  "Bundles and Units are as they were ordered. Removed units were removed from the order or refunded later.",
  "A customer is the number in Shopify's id.",
  "Sales are after discounts, without shipping, and before refunds.",
  "The orders are those of Backroom's copy of the store's orders, which follows the store within seconds.",
];

function summaryOf(rows: number, bundles: readonly { quantity: number }[], orders: number): string {
  if (rows === 0) return "No bundle was sold on these days.";
  const sold = bundles.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${pluralize(sold, "bundle")} in ${pluralize(orders, "order")}.`;
}
