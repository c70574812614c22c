import { declareModule } from "~/core/module.server";

import { eventAudience } from "./audience.server";
import * as audit from "./audit.server";
import * as desk from "./desk.server";
import { syncEventTags } from "./event-tag.server";
import { guestRequest } from "./guests/guest-request.server";
import * as mails from "./guests/mail-texts.server";
import { moveUpGuests } from "./guests/places.server";
import { remindGuests } from "./guests/remind-guests.server";
import * as palette from "./palette.server";
import { releaseHeldMails, updateRemainingLinkExpiry } from "./release-held-mails.server";

export const eventInvitationsModule = declareModule({
  folder: "domain/events",
  declares: [
    palette,
    updateRemainingLinkExpiry,
    releaseHeldMails,
    eventAudience,
    audit,
    desk,
    mails,
    guestRequest,
    moveUpGuests,
    remindGuests,
    syncEventTags,
  ],
});
