import { declareModule } from "~/core/module.server";
import { publicPage } from "~/core/public-page";
import { erasePublicEntries } from "./erase-entries.server";
import * as mails from "./mail-texts.server";
import { removeExpiredEntries } from "./remove-expired.server";

export const publicFormsModule = declareModule({
  folder: "core/public-forms",
  declares: [removeExpiredEntries, mails, erasePublicEntries, publicPage({ path: "form", isShared: true })],
});
