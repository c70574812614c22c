import type { AttachmentDefinition } from "~/core/attachments/attachment-definition";

/** The name of the task that checks receipts which were decoded. */
export const CHECK_RECEIPTS = "submissions.check-receipts";

/** A receipt that a customer submits. `submissionAccess` narrows the permission to the tabs that show its submission. */
export const receiptAttachment: AttachmentDefinition = {
  name: "receipt",
  types: ["image/jpeg", "image/png", "application/pdf"],
  maxMegabytes: 10,
  permission: "showPromotion",
  origin: "people",
  task: CHECK_RECEIPTS,
};
