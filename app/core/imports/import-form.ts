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
  /** Its value in the sample file, where that of its kind doesn't fit. Empty for a field that must be blank there. */
  example?: string;
}

/** The part of an import's definition that the browser knows, too (`app/core/imports/import-definition.server.ts`). */
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
  /** Which rows are duplicates, and what happens to them. */
  duplicates: {
    /** The field that identifies a row. Its kind decides what is equal. */
    by: string;
    /** Rows of one identity that differ in this field, too, aren't duplicates. `compare` answers the `occasion` that it means. */
    and?: string;
    /** Identities that differ only in upper and lower case are equal, although the field's kind tells them apart. */
    ignoreCase?: true;
    /** Leaves all of them out. Without it, the first valid one counts. */
    refuse?: true;
  };
  /** A value for all rows that is chosen at the start instead of in a column, such as the event that people are invited to. */
  given?: {
    /** Its name in the import's defaults. */
    name: string;
    label: string;
    /** The page that shows what was imported. */
    pageOf(value: string): string;
  };
  /** An import whose rows only add: blank cells clear nothing, and the page offers no rule for them. Without it, rows change records of the store. */
  adds?: {
    /** What it does with records: "adds 12 coupons". */
    create(records: string): string;
    change(records: string): string;
    /** Follows the number of rows that change nothing: "3 rows already in this pool". */
    unchanged: string;
    /** The word for written rows in the job's outcome. */
    doneWord: string;
    /** Fields whose cells the check shows beside the changes, as the row requests them. */
    shown?: readonly string[];
  };
  /** The specified texts for a step that fails without a reason. */
  failure?: { title: string; fallback: string };
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
