import { invitedUserCalls } from "~/domain/invitations/contract";

/** The calls of the invite users screen. */
export const inviteUsersContract = invitedUserCalls("invite");
