import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { registrationPages } from "./calls-of-pages";
import {
  eraseRegistrations,
  questionKeepReason,
  registrationColumns,
  registrationStatuses,
} from "./customer-hooks.server";
import { finishOpenDecisions } from "./decide.server";
import { askManyJob, decideManyJob } from "./decide-many.server";
import { decisionsCalls } from "./decisions-calls.server";
import * as desk from "./desk.server";
import { remindOfEnds } from "./expiry/remind.server";
import * as mails from "./mail-texts.server";
import { questionsCalls } from "./questions/calls.server";
import { registrationRequest } from "./questions/registration-request.server";
import { reasonsCalls } from "./reasons/calls.server";
import { applyRules } from "./rules/apply.server";
import { rulesCalls } from "./rules/calls.server";
import { ruleSwitch } from "./rules/rules.server";
import * as switches from "./switches";
import { undoManyJob, undoOfDecisions, undoOfQuestions } from "./undo-many.server";

export const registrationsModule = declareModule({
  folder: "domain/registrations",
  entry: registrationPages,
  calls: {
    customers: decisionsCalls,
    questions: questionsCalls,
    reasons: reasonsCalls,
    rules: rulesCalls,
  },
  declares: [
    decideManyJob,
    askManyJob,
    undoManyJob,
    finishOpenDecisions,
    applyRules,
    remindOfEnds,
    registrationColumns,
    registrationStatuses,
    questionKeepReason,
    undoOfDecisions,
    undoOfQuestions,
    ruleSwitch.handler,
    mails,
    audit,
    switches,
    eraseRegistrations,
    registrationRequest,
    desk,
  ],
});
