import { invitedUsersRouter } from "~/domain/invitations/calls.server";
import { inviteUsersContract } from "./contract";

/** The calls of the invite users screen. */
export const inviteUsersRouter = invitedUsersRouter(inviteUsersContract, "invite");
