import { declareModule } from "~/core/module.server";
import { publicPage } from "~/core/public-page";
import * as audit from "./audit.server";
import { checkReceipts } from "./check-receipts.server";
import { mergeSubmissionCounts } from "./counted-submissions.server";
import * as desk from "./desk.server";
import { eraseSubmissions } from "./erase-submissions.server";
import * as mails from "./mail-texts.server";
import { createOrders, refreshDeliveries } from "./orders/create-orders.server";
import { deliveryReported, fulfillmentReported, orderCanceledReported } from "./orders/webhooks.server";
import * as palette from "./palette.server";
import { submissionForm } from "./public/submission-entry.server";
import { submissionRequest } from "./public/submission-request.server";
import { readReceipts } from "./reading/read-receipts.server";
import { receiptAttachment } from "./receipt-attachment";
import * as release from "./release-submissions.server";
import * as states from "./transitions.server";

export const submissionsModule = declareModule({
  folder: "domain/submissions",
  declares: [
    palette,
    states,
    checkReceipts,
    readReceipts,
    release,
    mergeSubmissionCounts,
    createOrders,
    refreshDeliveries,
    fulfillmentReported,
    deliveryReported,
    orderCanceledReported,
    audit,
    mails,
    eraseSubmissions,
    submissionForm,
    submissionRequest,
    publicPage({ path: "promotion/:key", isShared: true, upload: receiptAttachment }),
    publicPage({ path: "submission/:token", upload: receiptAttachment }),
    desk,
  ],
});
