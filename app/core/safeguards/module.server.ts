import { declareModule } from "~/core/module.server";
import { safeguardCalls } from "./calls.server";
import { safeguardCanceled, safeguardRequested } from "./change-safeguard.server";
import * as desk from "./desk.server";
import { applyDueSafeguards } from "./end-change.server";
import * as mails from "./mail-texts.server";

export const safeguardsModule = declareModule({
  folder: "core/safeguards",
  calls: { safeguards: safeguardCalls },
  declares: [applyDueSafeguards, safeguardRequested, safeguardCanceled, desk, mails],
});
