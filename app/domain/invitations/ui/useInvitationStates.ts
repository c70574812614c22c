import { useListRefresh } from "~/ui/realtime/useRealtime";

/** Keeps the states of invitations that a page shows up to date: they follow their mails, which leave, come back and are given up. */
export const useInvitationStates = (): void => useListRefresh("mail");
