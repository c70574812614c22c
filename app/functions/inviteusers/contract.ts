import { invitedUserCalls } from "~/domain/invitations/contract";

/** The calls of the screen of users whom the store invites. */
export const inviteUsersContract = invitedUserCalls("invite");
