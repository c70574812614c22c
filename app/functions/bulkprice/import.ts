import type { ImportForm } from "~/core/imports/import-form";

/** Prices by SKU with their date, from a spreadsheet. */
export const importForm: ImportForm = {
  id: "prices",
  flag: "showBulkPrice",
  list: "price-schedules",
  path: "/bulkprice",
  title: "Import Price",
  noun: { one: "price", many: "prices" },
  duplicates: { by: "MODEL", and: "EFFECTIVE_DATE", refuse: true },
  fields: [
    {
      name: "MODEL",
      label: "SKU",
      kind: "text",
      isIdentifier: true,
      synonyms: ["model", "sku", "item", "variant sku"],
      isRequired: true,
      help: "As in the store. Upper and lower case are different.",
    },
    {
      name: "PRICE",
      label: "Price",
      kind: "money",
      synonyms: ["price", "new price", "variant price"],
      isRequired: true,
      help: "Such as 12.50.",
    },
    {
      name: "COMPARE_AT_PRICE",
      label: "Compare At Price",
      kind: "money",
      synonyms: ["compare at", "variant compare at price", "msrp"],
      help: "Leave blank for none.",
    },
    {
      name: "EFFECTIVE_DATE",
      label: "Effective Date",
      kind: "text",
      synonyms: ["effective", "date from", "start date"],
      isRequired: true,
      help: "MM-DD-YYYY HH:mm:ss in the shop's time zone.",
    },
    {
      name: "END_DATE",
      label: "End Date",
      kind: "text",
      synonyms: ["end", "date to", "until", "valid until"],
      help: "The earlier price returns at this moment. A date without a time means the end of that day. Leave blank for never.",
    },
    {
      name: "BELOW_MAPP_ITEM_TAG",
      label: "Below MAPP Item Tag",
      kind: "consent",
      synonyms: ["below mapp", "mapp"],
      help: "true or false. Leave blank for false.",
    },
  ],
  adds: {
    create: (prices) => `schedules ${prices}`,
    change: (prices) => `schedules ${prices}`,
    unchanged: "without a change",
    doneWord: "scheduled",
    shown: ["EFFECTIVE_DATE", "END_DATE", "BELOW_MAPP_ITEM_TAG"],
  },
};
