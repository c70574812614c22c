import { defineCardPart } from "~/domain/customers/card-part";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import type { Note, notesContract } from "./contract";
import { NotesPart } from "./ui/NotesPart";

export const cardPart = defineCardPart<{ notes: typeof notesContract }, Note[]>({
  id: "notes",
  title: "Notes",
  permission: CUSTOMER_FLAGS,
  place: "main",
  order: 10,
  load: async (calls, _customer, id) => (await calls.notes.list({ id })).notes,
  component: NotesPart,
});
