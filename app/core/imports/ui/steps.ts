/** The steps of an import, shown above each of its pages. */
export const IMPORT_STEPS = ["Choose a file", "Match columns", "Check", "Import"] as const;
