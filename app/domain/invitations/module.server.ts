import { declareModule } from "~/core/module.server";

import { accountEnabled } from "./accept/enabled.server";
import { finishOpenAcceptances } from "./accept/run-acceptance.server";
import * as audit from "./audit.server";
import { inviteManyJob, reinviteManyJob } from "./bulk.server";
import { invitationExportCalls, invitationsCalls } from "./calls.server";
import { eraseInvitations } from "./erase-invitations.server";
import { expireInvitations } from "./expire.server";
import { invitationImports } from "./imports/import.server";
import { invitationRequest } from "./invitation-request.server";
import { INVITATION_SHEETS } from "./list.server";
import * as mails from "./mail-texts.server";
import * as switches from "./switches";
import * as states from "./transitions.server";
import { userTypeGroup } from "./user-types/list.server";

export const invitationsModule = declareModule({
  folder: "domain/invitations",
  calls: { invitations: invitationsCalls, exports: invitationExportCalls },
  declares: [
    inviteManyJob,
    reinviteManyJob,
    finishOpenAcceptances,
    expireInvitations,
    states,
    accountEnabled,
    INVITATION_SHEETS,
    userTypeGroup,
    ...invitationImports,
    invitationRequest,
    mails,
    audit,
    switches,
    eraseInvitations,
  ],
});
