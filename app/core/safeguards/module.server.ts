import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { safeguardCalls } from "./calls.server";
import * as desk from "./desk.server";
import { applyDueSafeguards } from "./end-change.server";
import * as mails from "./mail-texts.server";

export const safeguardsModule = declareModule({
  folder: "core/safeguards",
  calls: { safeguards: safeguardCalls },
  declares: [applyDueSafeguards, audit, desk, mails],
});
