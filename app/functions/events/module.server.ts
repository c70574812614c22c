import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { eventsCalls } from "./calls.server";
import { checkInKeepReason } from "./check-in/check-in.server";
import { checkInList } from "./check-in/list.server";
import { eventsFunction } from "./function";
import { inviteesList } from "./invites/list.server";
import { eventsList } from "./list.server";
import * as mails from "./mail-texts.server";
import { removeUsersJob } from "./remove-users.server";
import { eventReportJob } from "./report.server";

export const eventsModule = declareModule({
  folder: "functions/events",
  entry: eventsFunction,
  calls: { events: eventsCalls },
  declares: [
    eventsList,
    inviteesList,
    checkInList,
    removeUsersJob,
    eventReportJob,
    checkInKeepReason,
    mails,
    audit,
  ],
});
