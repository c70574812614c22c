import { declareModule } from "~/core/module.server";

import { userTypesList } from "~/domain/invitations/user-types/list.server";
import { invitesCalls } from "./calls.server";
import { invitesFunction } from "./function";
import { inviteUsersJob } from "./invite.server";
import { invitesList, userTypeSheet } from "./list.server";

export const invitesModule = declareModule({
  folder: "functions/invites",
  entry: invitesFunction,
  calls: { invites: invitesCalls },
  declares: [invitesList, userTypesList, inviteUsersJob, userTypeSheet],
});
