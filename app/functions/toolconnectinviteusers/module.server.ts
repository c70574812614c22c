import { screenModule } from "~/domain/invitations/screen-module.server";

export const toolConnectUsersModule = screenModule("toolconnect");
