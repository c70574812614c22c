import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { codesList } from "./codes-list";
import { partnersContract } from "./contract";
import { eraseCodeRegistrations } from "./erase-registrations.server";
import { partnersRouter } from "./partners.server";
import { codeForm } from "./register/code-form.server";
import { finishOpenRegistrations } from "./register/run-registration.server";

export const codesModule = defineModule({
  folder: "domain/codes",
  calls: { contract: { partners: partnersContract }, router: { partners: partnersRouter } },
  lists: [codesList],
  tasks: [finishOpenRegistrations],
  audit,
  erasures: [eraseCodeRegistrations],
  publicForms: [codeForm],
  // Many people open this URL, and codes could be guessed, so it needs its own rate limits.
  publicPages: [{ path: "registration", isShared: true, takesCodes: true }],
});
