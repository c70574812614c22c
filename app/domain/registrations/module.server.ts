import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { questionKeepReason, registrationColumns, registrationStatuses } from "./customer-hooks.server";
import { decideManyJob } from "./decide-many.server";
import { decisionsRouter } from "./decisions-calls.server";
import { decisionsContract } from "./decisions-contract";
import * as desk from "./desk.server";
import { eraseRegistrations } from "./erase-registrations.server";
import { remindOfEnds } from "./expiry/remind.server";
import { finishOpenDecisions } from "./finish-open-decisions.server";
import * as mails from "./mail-texts.server";
import { registrationPages } from "./pages";
import { questionsContract } from "./questions/contract";
import { questionsRouter } from "./questions/questions.server";
import { reasonsContract } from "./reasons/contract";
import { reasonsRouter } from "./reasons/reasons-calls.server";
import { applyRules } from "./rules/apply.server";
import { rulesContract } from "./rules/contract";
import { ruleSwitch } from "./rules/rules.server";
import { rulesRouter } from "./rules/rules-calls.server";
import * as switches from "./switches";
import { undoManyJob, undoOfDecisions } from "./undo-many.server";

export const registrationsModule = defineModule({
  folder: "domain/registrations",
  pages: registrationPages,
  calls: {
    contract: {
      customers: decisionsContract,
      questions: questionsContract,
      reasons: reasonsContract,
      rules: rulesContract,
    },
    router: {
      customers: decisionsRouter,
      questions: questionsRouter,
      reasons: reasonsRouter,
      rules: rulesRouter,
    },
  },
  jobs: [decideManyJob, undoManyJob],
  tasks: [finishOpenDecisions, applyRules, remindOfEnds],
  hooks: [registrationColumns, registrationStatuses, questionKeepReason, undoOfDecisions, ruleSwitch.handler],
  mails,
  audit,
  switches,
  erasures: [eraseRegistrations],
  desk,
});
