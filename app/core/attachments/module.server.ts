import { defineModule } from "~/core/module.server";
import { attachmentsRouter } from "./calls.server";
import { attachmentsContract } from "./contract";
import { decodeUploads } from "./decode-uploads.server";
import { eraseAttachments } from "./erase-attachments.server";
import { attachmentPages } from "./pages";
import { removeInterruptedUploads } from "./remove-attachments.server";

export const attachmentsModule = defineModule({
  folder: "core/attachments",
  pages: attachmentPages,
  calls: { contract: { attachments: attachmentsContract }, router: { attachments: attachmentsRouter } },
  tasks: [removeInterruptedUploads, decodeUploads],
  erasures: [eraseAttachments],
});
