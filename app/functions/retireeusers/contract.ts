import { invitedUserCalls } from "~/domain/invitations/contract";

/** The calls of the screen of retiree users. */
export const retireeUsersContract = invitedUserCalls("retiree");
