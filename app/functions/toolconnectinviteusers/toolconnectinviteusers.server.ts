import { invitedUsersRouter } from "~/domain/invitations/calls.server";
import { toolConnectUsersContract } from "./contract";

/** The calls of the screen of tool-connect users. */
export const toolConnectUsersRouter = invitedUsersRouter(toolConnectUsersContract, "toolconnect");
