import { defineCardPart } from "~/domain/customers/card-part";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import type { notesCalls } from "./calls.server";
import type { LatestNotes } from "./schemas";
import { NotesPart } from "./ui/NotesPart";

export const cardPart = defineCardPart<{ notes: typeof notesCalls }, LatestNotes>({
  id: "notes",
  title: "Notes",
  permission: CUSTOMER_FLAGS,
  place: "main",
  order: 10,
  load: (calls, _customer, id) => calls.notes.list({ id }),
  component: NotesPart,
});
