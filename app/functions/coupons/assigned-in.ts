/** The time zone in which assigned dates are shown, whatever the shop's own is. */
export const ASSIGNED_IN = "America/New_York";
