/** The page of loosened limits that wait. */
export const SAFEGUARDS_PATH = "/safeguards";
