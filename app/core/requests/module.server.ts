import { declareModule } from "~/core/module.server";
import { publicPage } from "~/core/public-page";
import { eraseRequestMessages } from "./erase-requests.server";
import { REQUEST_UPLOAD } from "./limits";
import * as mails from "./mail-texts.server";
import { removeRequestLinks } from "./remove-links.server";

export const requestsModule = declareModule({
  folder: "core/requests",
  declares: [
    mails,
    removeRequestLinks,
    eraseRequestMessages,
    publicPage({ path: "request/:token", upload: REQUEST_UPLOAD }),
  ],
});
