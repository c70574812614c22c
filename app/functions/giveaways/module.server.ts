import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { giveawaysContract } from "./contract";
import { drawJob } from "./draw/draw-job.server";
import { drawFileJob } from "./draw/file-job.server";
import { placesList } from "./draw/list";
import { entrantsList } from "./entrants/list";
import { eraseEntries } from "./erase-entries.server";
import { giveawaysFunction } from "./function";
import { giveawaysRouter } from "./giveaways.server";
import { giveawaysList } from "./list";
import * as mails from "./mail-texts.server";
import { giveawayForm } from "./registrations/entry-form.server";
import { giveawaySheetJob } from "./report/report.server";
import * as switches from "./switches";

export const giveawaysModule = defineModule({
  folder: "functions/giveaways",
  entry: giveawaysFunction,
  calls: { contract: { giveaways: giveawaysContract }, router: { giveaways: giveawaysRouter } },
  lists: [giveawaysList, entrantsList, placesList],
  jobs: [giveawaySheetJob, drawJob, drawFileJob],
  mails,
  switches,
  audit,
  erasures: [eraseEntries],
  publicForms: [giveawayForm],
  // All participants open the giveaway's address.
  publicPages: [{ path: "giveaway/:key", isShared: true }],
});
