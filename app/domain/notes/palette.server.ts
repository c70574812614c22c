import { sql } from "drizzle-orm";
import { ACTIONS_GROUP, definePalette } from "~/core/palette/define-palette.server";
import { customersInPalette } from "~/domain/customers/list.server";

/** The words that ask for the action. Without them, a customer is looked for, and only once. */
const VERBS = /^((add|write)\s+)?(a\s+)?note\s+((to|for|about)\s+)?/i;

/** Opens the customer's card at the field for a note. */
export const notesInPalette = definePalette({
  name: "Add a note",
  group: ACTIONS_GROUP,
  for: customersInPalette.for,
  find({ text, ...search }) {
    const name = text.replace(VERBS, "").trim();
    const customers = name === text ? null : customersInPalette.find({ ...search, text: name });
    return (
      customers &&
      sql`SELECT key, 'Add a note to ' || title AS title, detail FROM (${customers}) AS customers`
    );
  },
  address: ({ key }) => `/customers/${key}?note=1`,
});
