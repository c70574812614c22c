import { useListRefresh } from "~/ui/realtime/useRealtime";

/** Keeps the invitation states of a page up to date with their emails. */
export const useInvitationStates = (): void => useListRefresh("mail");
