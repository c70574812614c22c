import { defineModule } from "~/core/module.server";
import { eventAudience } from "./audience.server";
import * as audit from "./audit.server";
import { eventsList } from "./events-list";
import { releaseHeldMails } from "./release-held-mails.server";
import { updateRemainingLinkExpiry } from "./update-link-expiry.server";

export const eventInvitationsModule = defineModule({
  folder: "domain/events",
  lists: [eventsList],
  tasks: [updateRemainingLinkExpiry, releaseHeldMails],
  hooks: [eventAudience],
  audit,
});
