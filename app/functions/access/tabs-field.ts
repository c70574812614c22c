import type { Flag } from "~/platform/auth/permission";

/** The form field with the allowed tabs of the function that a flag opens. */
export const tabsField = (flag: Flag) => `tabs.${flag}` as const;
