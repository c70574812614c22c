import { conflict } from "~/platform/errors";

/**
 * The search of a stored export. Erasing a person's data deletes a search for them. Without it, the job would export the whole list.
 * @throws 409 when it was erased
 */
export function requireSearch(stored: string | undefined): string {
  if (stored === undefined)
    throw conflict("The search of this export was erased with a person's data. Export again.");
  return stored;
}
