import { declareModule } from "~/core/module.server";
import { publicPage } from "~/core/public-page";
import * as audit from "./audit.server";
import { partnersCalls } from "./calls.server";
import { codesList } from "./list.server";
import * as palette from "./palette.server";
import { codeForm } from "./register/code-form.server";
import { eraseCodeRegistrations, finishOpenRegistrations } from "./register/run-registration.server";

export const codesModule = declareModule({
  folder: "domain/codes",
  calls: { partners: partnersCalls },
  declares: [
    palette,
    codesList,
    finishOpenRegistrations,
    audit,
    eraseCodeRegistrations,
    codeForm,
    // Many people open this URL, and codes could be guessed, so it needs its own rate limits.
    publicPage({ path: "registration", isShared: true, takesCodes: true }),
  ],
});
