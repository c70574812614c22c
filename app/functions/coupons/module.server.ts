import { declareModule } from "~/core/module.server";
import { fillWaitingOrders } from "./assign.server";
import * as audit from "./audit.server";
import { couponCalls, couponExportCalls, couponImportCalls } from "./calls.server";
import * as desk from "./desk.server";
import { readUsageOfPools } from "./discount.server";
import { couponsFunction } from "./function";
import { importedCoupons } from "./import.server";
import { couponsList } from "./list.server";
import * as mails from "./mail-texts.server";
import { couponOrderChanges } from "./orders.server";
import * as palette from "./palette.server";
import * as tasks from "./tasks.server";
import * as states from "./transitions.server";

export const couponsModule = declareModule({
  folder: "functions/coupons",
  entry: couponsFunction,
  calls: { coupons: couponCalls, imports: couponImportCalls, exports: couponExportCalls },
  declares: [
    palette,
    couponsList,
    states,
    importedCoupons,
    couponOrderChanges,
    tasks,
    fillWaitingOrders,
    readUsageOfPools,
    audit,
    mails,
    desk,
  ],
});
