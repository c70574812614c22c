import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { checkReceipts } from "./check-receipts.server";
import * as desk from "./desk.server";
import { eraseSubmissions } from "./erase-submissions.server";
import * as mails from "./mail-texts.server";
import { mergeSubmissionCounts } from "./merge-submission-counts.server";
import { createOrders } from "./orders/create-orders.server";
import { refreshDeliveries } from "./orders/refresh-deliveries.server";
import { deliveryReported, fulfillmentReported, orderCanceledReported } from "./orders/webhooks.server";
import { submissionForm } from "./public/submission-entry.server";
import { receiptKind } from "./receipt-kind";

export const submissionsModule = defineModule({
  folder: "domain/submissions",
  tasks: [checkReceipts, mergeSubmissionCounts, createOrders, refreshDeliveries],
  webhooks: [fulfillmentReported, deliveryReported, orderCanceledReported],
  audit,
  mails,
  erasures: [eraseSubmissions],
  publicForms: [submissionForm],
  publicPages: [
    { path: "promotion/:key", isShared: true, upload: receiptKind },
    { path: "submission/:token", upload: receiptKind },
  ],
  desk,
});
