import { defineModule } from "~/core/module.server";
import { invitesContract } from "./contract";
import { invitesFunction } from "./function";
import { inviteUsersJob } from "./invite-job.server";
import { invitesRouter } from "./invites.server";
import { invitesList, userTypesList } from "./list";
import { userTypeReport } from "./user-type-report.server";

export const invitesModule = defineModule({
  folder: "functions/invites",
  entry: invitesFunction,
  calls: { contract: { invites: invitesContract }, router: { invites: invitesRouter } },
  lists: [invitesList, userTypesList],
  jobs: [inviteUsersJob],
  exports: [userTypeReport],
});
