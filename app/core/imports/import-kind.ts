import type { Flag } from "~/platform/auth/permission";

/** How a cell is read. */
export type ImportFieldKind = "text" | "email" | "date" | "digits" | "consent" | "choice" | "tags";

/** A field that a column of a file can be matched to. */
export interface ImportField {
  /** As in the payloads of section 3 of the first specification text, where they have it. */
  name: string;
  label: string;
  kind: ImportFieldKind;
  /** Other headings that mean it; capitals, spaces and punctuation do not count. */
  synonyms: readonly string[];
  /** A row without it is refused, and no import starts without a column for it. */
  isRequired?: boolean;
  /** Characters; 255 unless told. */
  maxLength?: number;
  /** What a `choice` may say. */
  choices?: readonly string[];
  /** Of a `choice`: other words for a choice, in lower case. */
  choiceAliases?: ReadonlyMap<string, string>;
  /** Why a value can't be stored, as the end of a sentence that starts with the value; null when it can. */
  valueProblem?(value: string): string | null;
  /** Of a `consent`: can be ticked beside the file upload, for all rows that say nothing of it themselves. */
  forAll?: true;
  /** One sentence for the person who matches the columns. */
  help?: string;
}

/**
 * What can be imported, as the browser knows it: an import is a declaration. What is done with a row stands beside it, in
 * `ImportHandler` (`app/core/imports/import-handler.server.ts`).
 */
export interface ImportKind {
  /** Stable name; also stands in addresses. */
  id: string;
  /** Who may import it. */
  flag: Flag;
  /** The list that shows what was imported: the name under which it refreshes. */
  list: string;
  /** The page that it is started from. */
  path: string;
  noun: { one: string; many: string };
  fields: readonly ImportField[];
  /** The field by which two rows mean the same; its kind decides what counts as equal. */
  identity: string;
  /** What holds for all rows and is said where the import begins, not in a column: the event that people are invited to. */
  given?: {
    /** Its name in the run's defaults. */
    name: string;
    label: string;
    /** The page that shows what was imported. */
    pageOf(value: string): string;
  };
  /** A row has nothing that a blank cell could clear, so nobody is asked what one means. */
  onlyAdds?: true;
  /** Fields whose cells the check shows as they are, beside what a row changes: what it asks for. */
  asked?: readonly string[];
  /** What is said when a step fails without a reason, where the specification has words for it. */
  failure?: { title: string; fallback: string };
  /** What the import does with people ("12 students"), where it is not writing them into the store. */
  effects?: {
    create(people: string): string;
    change(people: string): string;
    /** Of the rows that change nothing: why. */
    unchanged: string;
  };
}
