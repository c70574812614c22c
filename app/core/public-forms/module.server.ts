import { defineModule } from "~/core/module.server";
import { erasePublicEntries } from "./erase-entries.server";
import * as mails from "./mail-texts.server";
import { removeExpiredEntries } from "./remove-expired.server";

export const publicFormsModule = defineModule({
  folder: "core/public-forms",
  tasks: [removeExpiredEntries],
  mails,
  erasures: [erasePublicEntries],
});
