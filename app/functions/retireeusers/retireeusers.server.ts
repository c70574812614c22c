import { invitedUsersRouter } from "~/domain/invitations/calls.server";
import { retireeUsersContract } from "./contract";

/** The calls of the screen of retiree users. */
export const retireeUsersRouter = invitedUsersRouter(retireeUsersContract, "retiree");
