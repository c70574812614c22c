import { useState } from "react";
import type { ImportKind } from "~/core/imports/import-kind";
import { useOpenImport } from "~/core/imports/ui/useOpenImport";
import { openPeopleSheet, type PeopleColumns } from "~/domain/invitations/ui/people-file";
import { SheetProblem } from "~/platform/sheets/reading/problem";

interface InviteSheetOptions {
  kind: ImportKind;
  /** The columns of the screen's sample file. */
  columns: PeopleColumns;
  /** What holds for all rows. */
  given?: Readonly<Record<string, string>>;
  /** What is wrong with a file, in a sentence; null for what has no sentence of its own. */
  onProblem(sentence: string | null): void;
}

/** Takes a spreadsheet of people to invite from a screen's own button to the import that invites them. */
export function useInviteSheet({ kind, columns, given = {}, onProblem }: InviteSheetOptions) {
  const { create, unanswered, isCreating, refused } = useOpenImport(kind, given, {
    action: `${kind.path}/import`,
  });
  const [isReading, setReading] = useState(false);
  return {
    isBusy: isReading || isCreating,
    refused,
    /** The file of a lost response. Null without one. */
    unanswered: isReading ? null : unanswered,
    read(file: File): void {
      setReading(true);
      openPeopleSheet(file, columns)
        .then(({ sheet, reader }) => create(sheet, reader))
        .catch((error: unknown) => onProblem(error instanceof SheetProblem ? error.message : null))
        .finally(() => setReading(false));
    },
  };
}
