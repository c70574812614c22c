import { declareModule } from "~/core/module.server";
import { publicPage } from "~/core/public-page";
import { eraseRequestMessages, removeRequestLinks } from "./forget-requests.server";
import { REQUEST_UPLOAD } from "./limits";
import * as mails from "./mail-texts.server";

export const requestsModule = declareModule({
  folder: "core/requests",
  declares: [
    mails,
    removeRequestLinks,
    eraseRequestMessages,
    publicPage({ path: "request/:token", upload: REQUEST_UPLOAD }),
    publicPage({ path: "requests", isShared: true }),
    publicPage({ path: "requests/:kind/:subject", isShared: true, upload: REQUEST_UPLOAD }),
    publicPage({ path: "requests/:kind/:subject/download", isShared: true }),
  ],
});
