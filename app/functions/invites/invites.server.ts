import { userTypesRouter } from "./user-types.server";

/** The calls of the Partners / invitations screen. */
export const invitesRouter = {
  userTypes: userTypesRouter,
};
