import { declareModule } from "~/core/module.server";
import { attachmentsCalls } from "./calls.server";
import { decodeUploads } from "./decode-uploads.server";
import { eraseAttachments } from "./erase-attachments.server";
import { attachmentPages } from "./pages";
import { removeInterruptedUploads } from "./remove-attachments.server";

export const attachmentsModule = declareModule({
  folder: "core/attachments",
  entry: attachmentPages,
  calls: { attachments: attachmentsCalls },
  declares: [removeInterruptedUploads, decodeUploads, eraseAttachments],
});
