import { invitedUserCalls } from "~/domain/invitations/contract";

/** The calls of the screen of tool-connect users. */
export const toolConnectUsersContract = invitedUserCalls("toolconnect");
