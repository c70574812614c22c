import type { ImportForm } from "./core/imports/import-form";
import { INVITATION_IMPORTS } from "./domain/invitations/imports/import";
import { creditImport } from "./domain/ledger/imports/import";

/** The forms of functions that have one in their folder, by their paths. `remix.config.js` adds the two pages of each. */
const OWN = import.meta.glob<ImportForm>("/app/functions/*/import.ts", { eager: true, import: "importForm" });

/** Those of nouns, by the path of the function that shows them. `remix.config.js` reads the names from these lines. */
const OF_NOUNS: Readonly<Record<string, ImportForm>> = {
  credits: creditImport,
  events: INVITATION_IMPORTS.event,
  invites: INVITATION_IMPORTS.usertype,
  inviteusers: INVITATION_IMPORTS.invite,
  partnerusers: INVITATION_IMPORTS.partner,
  retireeusers: INVITATION_IMPORTS.retiree,
  toolconnectinviteusers: INVITATION_IMPORTS.toolconnect,
};

/** The import of a page. @throws for a path that no import has: a programming error */
export function importFormAt(pathname: string): ImportForm {
  const name = pathname.split("/")[1] ?? "";
  const form = OF_NOUNS[name] ?? OWN[`/app/functions/${name}/import.ts`];
  if (!form) throw new Error(`No import has the page ${pathname}. Add app/functions/${name}/import.ts.`);
  return form;
}
