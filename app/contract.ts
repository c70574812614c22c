import { agoraContract } from "~/domain/agora/contract";
import { customersContract } from "~/domain/customers/contract";
import { exportsContract } from "~/domain/exports/contract";
import { filesContract } from "~/domain/files/contract";
import { importsContract } from "~/domain/imports/contract";
import { invitationsContract } from "~/domain/invitations/contract";
import { notesContract } from "~/domain/notes/contract";
import { questionsContract } from "~/domain/registrations/questions/contract";
import { reasonsContract } from "~/domain/registrations/reasons/contract";
import { rulesContract } from "~/domain/registrations/rules/contract";
import { viewsContract } from "~/domain/views/contract";
import { accessContract } from "~/functions/access/contract";
import { activityContract } from "~/functions/activity/contract";
import { creditsContract } from "~/functions/credits/contract";
import { ledgerProofContract } from "~/functions/credits/proof/contract";
import { eventsContract } from "~/functions/events/contract";
import { giveawaysContract } from "~/functions/giveaways/contract";
import { invitesContract } from "~/functions/invites/contract";
import { inviteUsersContract } from "~/functions/inviteusers/contract";
import { jobsContract } from "~/functions/jobs/contract";
import { mailContract } from "~/functions/mail/contract";
import { nationalContract } from "~/functions/national/contract";
import { partnerUsersContract } from "~/functions/partnerusers/contract";
import { retireeUsersContract } from "~/functions/retireeusers/contract";
import { settingsContract } from "~/functions/settings/contract";
import { mailSettingsContract } from "~/functions/settings/mail/contract";
import { staffContract } from "~/functions/staff/contract";
import { studentsContract } from "~/functions/students/contract";
import { toolConnectUsersContract } from "~/functions/toolconnectinviteusers/contract";

/** Every call of the console, by function: the one declaration behind pages, `/api` and a backend elsewhere. */
export const contract = {
  customers: customersContract,
  questions: questionsContract,
  reasons: reasonsContract,
  rules: rulesContract,
  agora: agoraContract,
  notes: notesContract,
  students: studentsContract,
  staff: staffContract,
  imports: importsContract,
  national: nationalContract,
  invites: invitesContract,
  invitations: invitationsContract,
  partnerusers: partnerUsersContract,
  retireeusers: retireeUsersContract,
  inviteusers: inviteUsersContract,
  toolconnectinviteusers: toolConnectUsersContract,
  events: eventsContract,
  credits: creditsContract,
  ledgerProof: ledgerProofContract,
  giveaways: giveawaysContract,
  jobs: jobsContract,
  files: filesContract,
  mail: mailContract,
  exports: exportsContract,
  activity: activityContract,
  views: viewsContract,
  access: accessContract,
  settings: settingsContract,
  mailSettings: mailSettingsContract,
};

export type Contract = typeof contract;
