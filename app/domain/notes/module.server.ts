import { declareModule } from "~/core/module.server";
import { notesCalls } from "./calls.server";
import { eraseNotes, noteKeepReason } from "./erase-notes.server";
import { noteAdded, noteChanged, noteDeleted, noteRestored } from "./notes.server";
import { notePages } from "./pages";
import { notesInPalette } from "./palette.server";

export const notesModule = declareModule({
  folder: "domain/notes",
  entry: notePages,
  calls: { notes: notesCalls },
  declares: [noteKeepReason, noteAdded, noteChanged, noteDeleted, noteRestored, eraseNotes, notesInPalette],
});
