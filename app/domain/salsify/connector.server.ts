import { liveSalsify } from "~/connectors/salsify/live.server";
import { defineConnector } from "~/core/connectors/define-connector.server";
import { NOT_CONFIGURED } from "./messages";

/** A quote would end the name in Salsify's list of properties. */
const properties = {
  maxLength: 500,
  pattern: { source: "^[^']*$", message: "must not contain an apostrophe" },
} as const;

/** The connection to the shop's organization in Salsify, and which properties have the SKU and the media. */
export const salsifyConnector = defineConnector({
  name: "salsify",
  title: "Salsify",
  about:
    "The system for product content that Product Media is synced from. Leave the address blank to turn it off.",
  address: { label: "Address", placeholder: "https://app.salsify.com/api" },
  account: [
    {
      fields: [
        {
          name: "organization",
          label: "Organization",
          maxLength: 500,
          placeholder: "s-00000000-0000-0000-0000-000000000000",
          helpText: "It is in the address of each page in Salsify, after /orgs/.",
        },
      ],
    },
  ],
  secret: { name: "token", label: "Token", storedFlag: "hasToken" },
  options: [
    {
      fields: [
        { ...properties, name: "skuProperty", label: "Property with the SKU", placeholder: "SKU" },
        {
          ...properties,
          name: "mediaProperties",
          label: "Properties with media",
          placeholder: "Main Image, Images",
          helpText: "Separated by commas. Their values are addresses of pictures and videos.",
        },
      ],
    },
  ],
  notConfigured: NOT_CONFIGURED,
  nextStep: "Test the connection, then start a sync under Product Media.",
  test: {
    checks: "Salsify accepts the organization and the token",
    // Starts an export of the SKUs alone: it needs the same permissions as a sync. The result isn't read.
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveSalsify(access).startExport([access.skuProperty]);
          return "Salsify accepts the organization and the token.";
        },
      },
    ],
  },
});
