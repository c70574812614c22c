import { screenModule } from "~/domain/invitations/screen-module.server";

export const inviteUsersModule = screenModule("invite");
