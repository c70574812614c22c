import type { CodeStatus } from "~/domain/codes/code-status";

/** The partner whose expired codes can't be changed. */
const GUEST_EVENTS = "guest-events";

/** False for an expired code of guest events. */
export const isEditable = (status: CodeStatus, partnerHandle: string): boolean =>
  !(status === "Expired" && partnerHandle === GUEST_EVENTS);
