import type { AttachmentKind } from "~/core/attachments/attachment-kind";
import { REGISTRATION_FLAGS } from "../status";

/** What a customer sends with the answer to a question. Each file requires the flag of its kind of registration. */
export const proofKind: AttachmentKind = {
  name: "registration proof",
  types: ["image/jpeg", "image/png", "application/pdf"],
  maxMegabytes: 10,
  permission: REGISTRATION_FLAGS,
  origin: "people",
};
