import type { Flag } from "~/platform/auth/permission";

/** How a cell is read. */
export type ImportFieldKind = "text" | "email" | "date" | "digits" | "money" | "consent" | "choice" | "tags";

/** A field that a column of a file can be matched to. */
export interface ImportField {
  /** The field's name in the specified payloads, if it is in one. */
  name: string;
  label: string;
  kind: ImportFieldKind;
  /** Other headings that mean it; capitals, spaces and punctuation do not count. */
  synonyms: readonly string[];
  /** A row without it is refused, and no import starts without a column for it. */
  isRequired?: boolean;
  /** Characters; 255 by default. */
  maxLength?: number;
  /** Of a `text`: identifies something, such as a code or an id. It is cleaned like email addresses and tags. */
  isIdentifier?: true;
  /** The values of a `choice`. */
  choices?: readonly string[];
  /** Of a `choice`: other words for a choice, in lower case. */
  choiceAliases?: ReadonlyMap<string, string>;
  /** Why a value can't be stored, as the end of a sentence that starts with the value; null when it can. */
  valueProblem?(value: string): string | null;
  /** Of a `consent`: can be ticked beside the file upload, for all rows without a value of their own. */
  forAll?: true;
  /** One sentence for the person who matches the columns. */
  help?: string;
}

/**
 * The declaration of an import that the browser knows. Its rows are handled by an `ImportDefinition`
 * (`app/core/imports/import-definition.server.ts`).
 */
export interface ImportForm {
  /** Stable name, also used in addresses. */
  id: string;
  /** Who may import it. */
  flag: Flag;
  /** The list that shows what was imported: the name under which it refreshes. */
  list: string;
  /** The page that it is started from. */
  path: string;
  /** The title of the page on which it begins. */
  title: string;
  noun: { one: string; many: string };
  fields: readonly ImportField[];
  /** The field by which rows are duplicates. Its kind decides what is equal. */
  identity: string;
  /** Rows of one identity that differ in this field, too, aren't duplicates. The definition's `compare` answers the `occasion` that it means. */
  distinctBy?: string;
  /** Values of that field that differ only in upper and lower case are equal, although its kind tells them apart. */
  ignoresCase?: true;
  /** What happens to duplicate rows. By default, the first valid one counts. `refuse` leaves all of them out. */
  duplicates?: "refuse";
  /** A value for all rows that is chosen at the start instead of in a column, such as the event that people are invited to. */
  given?: {
    /** Its name in the run's defaults. */
    name: string;
    label: string;
    /** The page that shows what was imported. */
    pageOf(value: string): string;
  };
  /** Rows only add, so blank cells clear nothing and the page offers no rule for them. */
  onlyAdds?: true;
  /** Fields whose cells the check shows beside the changes, as the row requests them. */
  requestedFields?: readonly string[];
  /** The specified texts for a step that fails without a reason. */
  failure?: { title: string; fallback: string };
  /** What the import does with records ("12 students"), where it is not writing them into the store. */
  effects?: {
    create(records: string): string;
    change(records: string): string;
    /** Follows the number of rows that change nothing: "3 rows already in this pool". */
    unchanged: string;
  };
}

/** What an import holds for all its rows, by field. */
type Defaults = Readonly<Record<string, string>>;

/** The page on which an import like this one begins, with what was chosen there for all rows. */
export function beginUrl(form: ImportForm, defaults: Defaults): string {
  const query = new URLSearchParams(defaults).toString();
  return `${form.path}/import${query && `?${query}`}`;
}

/** The page that shows what was imported. */
export function listUrl({ given, path }: ImportForm, defaults: Defaults): string {
  const value = given && defaults[given.name];
  return value ? given.pageOf(value) : path;
}
