/** Lowercase letters and digits, with hyphens between. */
const HANDLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** True for a handle such as `guest-events`. */
export const isPartnerHandle = (text: string): boolean => HANDLE.test(text);
