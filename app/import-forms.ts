import type { ImportForm } from "./core/imports/import-form";

/** The forms of functions that have one in their folder, by their paths. `remix.config.js` adds the two pages of each. */
const OF_FUNCTIONS = import.meta.glob<ImportForm>("/app/functions/*/import.ts", {
  eager: true,
  import: "importForm",
});

/** Those of nouns, by the names of the functions that show them. `remix.config.js` reads the names from the lines of these files. */
const OF_NOUNS = import.meta.glob<Readonly<Record<string, ImportForm>>>("/app/domain/*/imports/import.ts", {
  eager: true,
  import: "importForms",
});

/** The import of a page. @throws for a path that no import has: a programming error */
export function importFormAt(pathname: string): ImportForm {
  const name = pathname.split("/")[1] ?? "";
  const ofNoun = Object.values(OF_NOUNS).find((forms) => Object.hasOwn(forms, name));
  const form = ofNoun?.[name] ?? OF_FUNCTIONS[`/app/functions/${name}/import.ts`];
  if (!form) throw new Error(`No import has the page ${pathname}. Add app/functions/${name}/import.ts.`);
  return form;
}
