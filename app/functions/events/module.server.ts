import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { checkInKeepReason } from "./check-in/keep-reason.server";
import { checkInList } from "./check-in/list";
import { eventsContract } from "./contract";
import * as desk from "./desk.server";
import { eventsRouter } from "./events.server";
import { eventsFunction } from "./function";
import { inviteesList } from "./invites/list";
import * as mails from "./mail-texts.server";
import { removeUsersJob } from "./remove-users.server";
import { eventReportJob } from "./report.server";

export const eventsModule = defineModule({
  folder: "functions/events",
  entry: eventsFunction,
  calls: { contract: { events: eventsContract }, router: { events: eventsRouter } },
  lists: [inviteesList, checkInList],
  jobs: [removeUsersJob, eventReportJob],
  hooks: [checkInKeepReason],
  mails,
  audit,
  desk,
});
