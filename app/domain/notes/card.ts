import { defineCardPart } from "~/domain/customers/card-part";
import { CARD_FLAGS } from "~/domain/customers/kinds";
import type { notesCalls } from "./calls.server";
import type { LatestNotes } from "./notes.server";
import { NotesPart } from "./ui/NotesPart";

export const cardPart = defineCardPart<{ notes: typeof notesCalls }, LatestNotes>({
  id: "notes",
  title: "Notes",
  permission: CARD_FLAGS,
  place: "main",
  order: 40,
  load: (calls, _customer, id) => calls.notes.list({ id }),
  component: NotesPart,
});
