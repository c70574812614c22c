import { invitedUsersRouter } from "~/domain/invitations/calls.server";
import { inviteUsersContract } from "./contract";

/** The calls of the screen of users whom the store invites. */
export const inviteUsersRouter = invitedUsersRouter(inviteUsersContract, "invite");
