import { invitationCalls } from "./invitations-contract";
import { userTypesContract } from "./user-types-contract";

/** The calls of the Partners / invitations screen (section 7 of the third specification text). */
export const invitesContract = {
  ...invitationCalls,
  userTypes: userTypesContract,
};
