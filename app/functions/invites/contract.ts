import { invitationCalls } from "./invitations-contract";
import { userTypesContract } from "./user-types-contract";

/** The calls of the Partners / invitations screen. */
export const invitesContract = {
  ...invitationCalls,
  userTypes: userTypesContract,
};
