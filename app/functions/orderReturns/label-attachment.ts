import type { AttachmentDefinition } from "~/core/attachments/attachment-definition";

/** The shipping label of a return as a PDF. */
export const returnLabel: AttachmentDefinition = {
  name: "return-label",
  types: ["application/pdf"],
  maxMegabytes: 5,
  permission: "showOrderReturns",
  origin: "app",
};
