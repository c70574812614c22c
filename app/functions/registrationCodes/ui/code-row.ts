import type { RegistrationCode } from "../contract";

/** A code as a list row, whose ids are strings. */
export type CodeRow = Omit<RegistrationCode, "id"> & { id: string };
