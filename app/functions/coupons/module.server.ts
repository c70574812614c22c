import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { couponsContract, couponsExports, couponsImports } from "./contract";
import { couponImportHandler } from "./coupon-import.server";
import { couponReport } from "./coupon-report.server";
import { couponsExportsRouter, couponsImportsRouter, couponsRouter } from "./coupons.server";
import { fillWaitingOrders } from "./fill-waiting-orders.server";
import { finishBatches } from "./finish-batches.server";
import { couponsFunction } from "./function";
import { couponsList } from "./list";
import * as mails from "./mail-texts.server";
import { readUsageOfPools } from "./read-usage.server";
import { couponOrderChanges } from "./receive-orders.server";
import { sendCodes } from "./send-codes.server";
import { warnOfExpiry } from "./warn-of-expiry.server";

export const couponsModule = defineModule({
  folder: "functions/coupons",
  entry: couponsFunction,
  calls: {
    contract: { coupons: couponsContract, imports: couponsImports, exports: couponsExports },
    router: { coupons: couponsRouter, imports: couponsImportsRouter, exports: couponsExportsRouter },
  },
  lists: [couponsList],
  exports: [couponReport],
  imports: [couponImportHandler],
  tasks: [sendCodes, finishBatches, fillWaitingOrders, readUsageOfPools, warnOfExpiry],
  hooks: [couponOrderChanges],
  audit,
  mails,
});
