import { declareModule } from "~/core/module.server";
import { attachmentsCalls } from "./calls.server";
import { decodeUploads } from "./decode-uploads.server";
import { attachmentPages } from "./pages";
import { eraseAttachments, removeInterruptedUploads } from "./remove-attachments.server";

export const attachmentsModule = declareModule({
  folder: "core/attachments",
  entry: attachmentPages,
  calls: { attachments: attachmentsCalls },
  declares: [removeInterruptedUploads, decodeUploads, eraseAttachments],
});
