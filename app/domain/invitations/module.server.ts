import { defineModule } from "~/core/module.server";
import { accountEnabled } from "./accept/enabled.server";
import { finishOpenAcceptances } from "./accept/finish-open-acceptances.server";
import * as audit from "./audit.server";
import { inviteManyJob, reinviteManyJob } from "./bulk.server";
import { invitationsRouter } from "./calls.server";
import { invitationsContract } from "./contract";
import { eraseInvitations } from "./erase-invitations.server";
import { expireInvitations } from "./expire.server";
import { invitationExports } from "./exports/invitation-exports";
import { invitationExportsRouter } from "./exports/invitation-exports.server";
import { INVITATION_REPORTS } from "./exports/invitation-reports.server";
import { invitationImportHandlers } from "./imports/invitation-imports.server";
import * as mails from "./mail-texts.server";
import * as switches from "./switches";
import { userTypeGroup } from "./user-types/find-user-types.server";

export const invitationsModule = defineModule({
  folder: "domain/invitations",
  calls: {
    contract: { invitations: invitationsContract, exports: invitationExports },
    router: { invitations: invitationsRouter, exports: invitationExportsRouter },
  },
  jobs: [inviteManyJob, reinviteManyJob],
  tasks: [finishOpenAcceptances, expireInvitations],
  webhooks: [accountEnabled],
  exports: Object.values(INVITATION_REPORTS),
  hooks: [userTypeGroup],
  imports: invitationImportHandlers,
  mails,
  audit,
  switches,
  erasures: [eraseInvitations],
});
