import { defineModule } from "~/core/module.server";
import { invitedList } from "~/domain/invitations/list";
import { toolConnectUsersContract } from "./contract";
import { toolConnectUsersFunction } from "./function";
import { toolConnectUsersRouter } from "./toolconnectinviteusers.server";

export const toolConnectUsersModule = defineModule({
  folder: "functions/toolconnectinviteusers",
  entry: toolConnectUsersFunction,
  calls: {
    contract: { toolconnectinviteusers: toolConnectUsersContract },
    router: { toolconnectinviteusers: toolConnectUsersRouter },
  },
  lists: [invitedList("toolconnect")],
});
