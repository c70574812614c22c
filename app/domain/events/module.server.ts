import { defineModule } from "~/core/module.server";
import { eventAudience } from "./audience.server";
import * as audit from "./audit.server";
import { sendMailsHeldBack } from "./held-back.server";
import { moveOtherLinkEnds } from "./link-ends.server";

export const eventInvitationsModule = defineModule({
  folder: "domain/events",
  tasks: [moveOtherLinkEnds, sendMailsHeldBack],
  hooks: [eventAudience],
  audit,
});
