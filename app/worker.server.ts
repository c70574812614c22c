import { syncToAgoraJob } from "~/domain/agora/sync-job.server";
import { proveAudit } from "~/domain/audit/prove.server";
import { sealAudit } from "~/domain/audit/seal.server";
import { redactShop } from "~/domain/compliance/redact-shop.server";
import { finishOpenEdits } from "~/domain/customers/edits/finish-edits.server";
import { nightlyRebuild, rebuildMirrorJob } from "~/domain/customers/rebuild.server";
import { refreshStaleCustomers } from "~/domain/customers/refresh.server";
import { setUpShop } from "~/domain/customers/set-up.server";
import { forgetOldDeliveries } from "~/domain/customers/webhooks.server";
import { sendMailsHeldBack } from "~/domain/events/held-back.server";
import { moveOtherLinkEnds } from "~/domain/events/link-ends.server";
import { exportJob } from "~/domain/exports/export-job.server";
import { forgetOldImports } from "~/domain/imports/forget.server";
import { importRowsFileJob } from "~/domain/imports/rows-file.server";
import { undoImportJob, writeImportJob } from "~/domain/imports/write-job.server";
import { finishOpenAcceptances } from "~/domain/invitations/accept/finish-open-acceptances.server";
import { inviteManyJob, reinviteManyJob } from "~/domain/invitations/bulk.server";
import { expireInvitations } from "~/domain/invitations/expire.server";
import { carryPostings } from "~/domain/ledger/carry/carry.server";
import { compareEverything } from "~/domain/ledger/compare/everything.server";
import { compareNoted } from "~/domain/ledger/compare/noted.server";
import { countHours } from "~/domain/ledger/hours.server";
import { mergeMonths } from "~/domain/ledger/months.server";
import { proveLedger } from "~/domain/ledger/proof/prove.server";
import { remindOfCredit } from "~/domain/ledger/reminders/remind.server";
import { sendMails } from "~/domain/mail/send.server";
import { decideManyJob } from "~/domain/registrations/decide-many.server";
import { remindOfEnds } from "~/domain/registrations/expiry/remind.server";
import { finishOpenDecisions } from "~/domain/registrations/finish-open-decisions.server";
import { applyRules } from "~/domain/registrations/rules/apply.server";
import { removeUsersJob } from "~/functions/events/remove-users.server";
import { eventReportJob } from "~/functions/events/report.server";
import { drawJob } from "~/functions/giveaways/draw/draw-job.server";
import { drawFileJob } from "~/functions/giveaways/draw/file-job.server";
import { giveawaySheetJob } from "~/functions/giveaways/report/report.server";
import { inviteUsersJob } from "~/functions/invites/invite-job.server";
import { resultFileJob } from "~/functions/jobs/result-file.server";
import { publishDiscountLimit } from "~/functions/students/publish-limit.server";
import { removeExpiredFiles } from "~/platform/files/remove.server";
import { startWorker as startPlatformWorker, type Worker } from "~/platform/jobs/worker.server";

/** Starts a worker that can do all of the console's long work. */
export function startWorker(): Promise<Worker> {
  return startPlatformWorker({
    jobs: [
      decideManyJob,
      inviteManyJob,
      reinviteManyJob,
      syncToAgoraJob,
      writeImportJob,
      undoImportJob,
      importRowsFileJob,
      exportJob,
      resultFileJob,
      removeUsersJob,
      eventReportJob,
      rebuildMirrorJob,
      inviteUsersJob,
      giveawaySheetJob,
      drawJob,
      drawFileJob,
    ],
    tasks: [
      refreshStaleCustomers,
      setUpShop,
      nightlyRebuild,
      forgetOldDeliveries,
      redactShop,
      finishOpenDecisions,
      finishOpenEdits,
      publishDiscountLimit,
      applyRules,
      removeExpiredFiles,
      forgetOldImports,
      finishOpenAcceptances,
      sealAudit,
      proveAudit,
      expireInvitations,
      moveOtherLinkEnds,
      sendMailsHeldBack,
      sendMails,
      remindOfEnds,
      remindOfCredit,
      countHours,
      mergeMonths,
      carryPostings,
      compareNoted,
      compareEverything,
      proveLedger,
    ],
  });
}
