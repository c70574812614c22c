import { declareModule } from "~/core/module.server";
import { publicPage } from "~/core/public-page";
import * as audit from "./audit.server";
import { giveawaysCalls } from "./calls.server";
import { drawFileJob, drawJob } from "./draw/draw-job.server";
import { placesList } from "./draw/list.server";
import { sealedSeeds } from "./draw/seeds.server";
import { entrantsList } from "./entrants/list.server";
import { eraseEntries } from "./erase-entries.server";
import { giveawaysFunction } from "./function";
import { giveawaysList } from "./list.server";
import * as mails from "./mail-texts.server";
import { giveawayForm } from "./registrations/entry.server";
import { entryRequest } from "./registrations/entry-request.server";
import { giveawaySheetJob } from "./report/report.server";
import * as switches from "./switches";

export const giveawaysModule = declareModule({
  folder: "functions/giveaways",
  entry: giveawaysFunction,
  calls: { giveaways: giveawaysCalls },
  declares: [
    giveawaysList,
    entrantsList,
    placesList,
    giveawaySheetJob,
    drawJob,
    drawFileJob,
    mails,
    switches,
    audit,
    eraseEntries,
    sealedSeeds,
    giveawayForm,
    entryRequest,
    // All participants open the giveaway's address, and verify its draws.
    publicPage({ path: "giveaway/:key", isShared: true }),
    publicPage({ path: "giveaway/:key/draw/:number", isShared: true }),
    publicPage({ path: "verify-draw", isShared: true }),
  ],
});
