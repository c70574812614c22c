import { declareModule } from "~/core/module.server";

import { eventAudience } from "./audience.server";
import * as audit from "./audit.server";
import * as desk from "./desk.server";
import { eventsList } from "./events-list";
import * as palette from "./palette.server";
import { releaseHeldMails, updateRemainingLinkExpiry } from "./release-held-mails.server";

export const eventInvitationsModule = declareModule({
  folder: "domain/events",
  declares: [palette, eventsList, updateRemainingLinkExpiry, releaseHeldMails, eventAudience, audit, desk],
});
