import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { orderReturnsContract } from "./contract";
import * as desk from "./desk.server";
import { eraseReturnCases } from "./erase-return-cases.server";
import { finishOpenReturns, voidLateLabels } from "./finish-open-returns.server";
import { followReturns, returnOrderChanges } from "./follow-returns.server";
import { orderReturnsFunction } from "./function";
import * as mails from "./mail-texts.server";
import { orderReturnsRouter } from "./orderReturns.server";
import { finishOpenProcessing } from "./process-return.server";

export const orderReturnsModule = defineModule({
  folder: "functions/orderReturns",
  entry: orderReturnsFunction,
  calls: { contract: { orderReturns: orderReturnsContract }, router: { orderReturns: orderReturnsRouter } },
  tasks: [finishOpenReturns, finishOpenProcessing, voidLateLabels, followReturns],
  hooks: [returnOrderChanges],
  erasures: [eraseReturnCases],
  audit,
  mails,
  desk,
});
