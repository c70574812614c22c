import type { ImportForm } from "~/core/imports/import-form";
import { PERSON_FIELDS } from "~/domain/customers/imports/person-fields";

/** Credits and adjustments of many customers, from a spreadsheet. */
export const creditImport: ImportForm = {
  id: "credits",
  flag: "showCredits",
  list: "credits",
  path: "/credits",
  title: "Credits",
  noun: { one: "credit row", many: "credit rows" },
  duplicates: { by: "email", refuse: true },
  fields: [
    ...PERSON_FIELDS.filter(({ name }) => name === "email"),
    {
      name: "credit",
      label: "Credit",
      kind: "money",
      synonyms: ["credit amount", "amount"],
      help: "What the customer gets, such as 12.50. Leave blank for an adjustment.",
    },
    {
      name: "adjustment",
      label: "Adjustment",
      kind: "money",
      synonyms: ["adjustment amount", "debit"],
      help: "What the customer loses, such as 12.50. Leave blank for a credit.",
      example: "",
    },
    {
      name: "reference",
      label: "Reference",
      kind: "text",
      synonyms: ["reason", "note"],
      example: "Goodwill",
    },
  ],
  failure: { title: "Customers update", fallback: "Error importing customer(s)" },
  adds: {
    create: () => "",
    change: (rows) => `posts ${rows}, all together`,
    unchanged: "without a change",
    doneWord: "done",
    shown: ["credit", "adjustment", "reference"],
  },
};

/** By the function whose pages it has. */
export const importForms = {
  credits: creditImport,
};
