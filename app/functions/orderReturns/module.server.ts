import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { orderReturnsCalls } from "./calls.server";
import * as desk from "./desk.server";
import { eraseReturnCases } from "./erase-return-cases.server";
import { finishOpenReturns, voidLateLabels } from "./finish-open-returns.server";
import { followReturns, returnOrderChanges } from "./follow-returns.server";
import { orderReturnsFunction } from "./function";
import * as mails from "./mail-texts.server";
import { returnsInPalette } from "./palette.server";
import { finishOpenProcessing } from "./process-return.server";
import { returnRequest } from "./return-request.server";
import * as states from "./transitions.server";

export const orderReturnsModule = declareModule({
  folder: "functions/orderReturns",
  entry: orderReturnsFunction,
  calls: { orderReturns: orderReturnsCalls },
  declares: [
    finishOpenReturns,
    states,
    finishOpenProcessing,
    voidLateLabels,
    followReturns,
    returnOrderChanges,
    eraseReturnCases,
    returnRequest,
    audit,
    mails,
    desk,
    returnsInPalette,
  ],
});
