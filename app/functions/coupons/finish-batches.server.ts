import { finishOpenOperations } from "~/core/operations/finish-open-operations.server";
import { finishOperation } from "~/core/operations/run-operation.server";
import { withShop } from "~/platform/db/with-shop.server";
import { batchKind } from "./batch.server";
import { requestSendCodes } from "./request-send-codes.server";
import { settleBatch } from "./settle-batch.server";

/** Finishes batches that a crash or a lost answer left open. */
export const finishBatches = finishOpenOperations(batchKind, async (abandoned, signal) => {
  await finishOperation(batchKind, abandoned, (row, lease) => settleBatch(row, lease, signal));
  await withShop(abandoned.shop, (tx) => requestSendCodes(tx, abandoned.shop));
});
