import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { notesRouter } from "./calls.server";
import { notesContract } from "./contract";
import { eraseNotes } from "./erase-notes.server";
import { noteKeepReason } from "./keep-reason.server";
import { notePages } from "./pages";

export const notesModule = defineModule({
  folder: "domain/notes",
  pages: notePages,
  calls: { contract: { notes: notesContract }, router: { notes: notesRouter } },
  hooks: [noteKeepReason],
  audit,
  erasures: [eraseNotes],
});
