import { creditWork } from "./credits/work.server";
import { invitationWorks } from "./invitations/work.server";
import { nationalWork, staffWork, studentWork } from "./persons/work.server";
import type { ImportWork } from "./work.server";

/** What is done with the rows of each kind of import, one line each. */
const WORKS: readonly ImportWork[] = [studentWork, staffWork, nationalWork, ...invitationWorks, creditWork];

/** @throws for a kind that nobody works on: a fault, because `IMPORT_KINDS` and this list go together */
export function workOf(kindId: string): ImportWork {
  const work = WORKS.find(({ kind }) => kind.id === kindId);
  if (!work) throw new Error(`Nobody works on imports of the kind "${kindId}".`);
  return work;
}
