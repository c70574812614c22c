import { screenModule } from "~/domain/invitations/screen-module.server";

export const retireeUsersModule = screenModule("retiree");
