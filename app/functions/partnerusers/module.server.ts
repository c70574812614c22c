import { screenModule } from "~/domain/invitations/screen-module.server";

export const partnerUsersModule = screenModule("partner");
