import type { AttachmentKind } from "~/core/attachments/attachment-kind";

/** The shipping label of a return as a PDF. */
export const returnLabel: AttachmentKind = {
  name: "return-label",
  types: ["application/pdf"],
  maxMegabytes: 5,
  permission: "showOrderReturns",
  origin: "app",
};
