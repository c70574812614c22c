import { invitedUsersRouter } from "~/domain/invitations/calls.server";
import { partnerUsersContract } from "./contract";

/** The calls of the screen of partner users. */
export const partnerUsersRouter = invitedUsersRouter(partnerUsersContract, "partner");
