import { invitedUserCalls } from "~/domain/invitations/contract";

/** The calls of the screen of partner users. */
export const partnerUsersContract = invitedUserCalls("partner");
