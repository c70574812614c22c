import { liveAlgolia } from "~/connectors/algolia/live.server";
import { ALGOLIA_READ_RIGHTS, ALGOLIA_RIGHTS, rightsText } from "~/connectors/algolia/port";
import type { ConnectionAccess } from "~/core/connections/connection-settings.server";
import { defineConnection } from "~/core/connections/define-connection.server";
import { badRequest } from "~/platform/errors";
import { ALGOLIA_NOT_CONFIGURED } from "../sync-state";

export type AlgoliaSettings = ConnectionAccess<"applicationId" | "indexName" | "recordKb">;

/** @param purpose what needs them, after "that" @throws 400 with the rights that the key doesn't have */
async function requireRights(
  access: AlgoliaSettings,
  needed: readonly string[],
  purpose: string,
): Promise<void> {
  const rights = await liveAlgolia(access).readRights();
  const missing = needed.filter((right) => !rights.includes(right));
  if (missing.length > 0)
    throw badRequest(
      `The API key doesn't have the ${rightsText(missing)} ${purpose}. Change the key in Algolia, or enter another key.`,
    );
}

/** The connection to the shop's application in Algolia, and the index that its storefront searches. */
export const algoliaConnection = defineConnection({
  name: "algolia",
  title: "Algolia",
  about: "The search engine that Algolia sync sends products to. Leave the address blank to turn it off.",
  address: {
    label: "Address",
    placeholder: "https://YOURAPPLICATIONID.algolia.net",
    helpText: "It begins with the application ID.",
  },
  account: [
    {
      fields: [
        {
          name: "applicationId",
          label: "Application ID",
          maxLength: 50,
          pattern: { source: "^[A-Za-z0-9-]*$", message: "must be letters and digits" },
        },
        {
          name: "indexName",
          label: "Index",
          maxLength: 100,
          placeholder: "products",
          helpText: "Each sync replaces its records. Its settings, synonyms, rules and replicas stay.",
          pattern: { source: "^[A-Za-z0-9_.-]*$", message: "must be letters, digits and the signs _ . -" },
        },
      ],
    },
  ],
  secret: { name: "apiKey", label: "API key", storedFlag: "hasApiKey" },
  options: [
    {
      fields: [
        {
          name: "recordKb",
          label: "Largest record (KB)",
          maxLength: 3,
          inputMode: "numeric",
          initial: "10",
          helpText: "Of your plan in Algolia. A larger product loses its metafields first.",
          pattern: { source: "^([1-9]\\d|100)?$", message: "must be a number from 10 to 100" },
        },
      ],
    },
  ],
  notConfigured: ALGOLIA_NOT_CONFIGURED,
  nextStep: "Test the connection, then start a sync under Algolia sync.",
  test: {
    checks: "Algolia accepts the application ID and the API key",
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveAlgolia(access).readRights();
          return "Algolia accepts the application ID and the API key.";
        },
      },
      {
        name: "Rights",
        async run(access) {
          await requireRights(access, ALGOLIA_RIGHTS, "that syncs need");
          return "The key has the rights that a sync needs.";
        },
      },
      {
        name: "Index",
        async run(access) {
          const indexes = await liveAlgolia(access).listIndexes();
          const index = indexes.find(({ name }) => name === access.indexName);
          return index
            ? `The index has ${index.entries.toLocaleString("en-US")} records.`
            : "The index doesn't exist yet: the first sync creates it.";
        },
      },
      // The last one: syncs work without these rights.
      {
        name: "Inspector",
        async run(access) {
          await requireRights(
            access,
            ALGOLIA_READ_RIGHTS,
            "that the index inspector and Test search need. Syncs work with this key",
          );
          return "The key has the rights that the index inspector needs.";
        },
      },
    ],
  },
});
