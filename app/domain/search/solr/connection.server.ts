import { liveSolr } from "~/connectors/solr/live.server";
import type { ConnectionAccess } from "~/core/connections/connection-settings.server";
import { defineConnection } from "~/core/connections/define-connection.server";
import { badRequest } from "~/platform/errors";
import { SOLR_NOT_CONFIGURED } from "../sync-state";

export type SolrSettings = ConnectionAccess<"user" | "collection" | "configSet" | "shards" | "replicas">;

const name = {
  maxLength: 100,
  pattern: { source: "^[A-Za-z0-9_.-]*$", message: "must be letters, digits and the signs _ . -" },
};
const number = {
  maxLength: 2,
  inputMode: "numeric",
  pattern: { source: "^([1-9]\\d?)?$", message: "must be a number from 1 to 99" },
} as const;

/** The connection to the shop's SolrCloud, and the alias that its storefront searches. */
export const solrConnection = defineConnection({
  name: "solr",
  title: "Solr",
  about:
    "The search engine that SOLR sends products to: a SolrCloud. Leave the address blank to turn it off.",
  address: {
    label: "Address",
    placeholder: "https://solr.example.com/solr",
    helpText: "Solr must be behind https on the default port.",
  },
  account: [{ fields: [{ name: "user", label: "User", maxLength: 200 }] }],
  secret: { name: "password", label: "Password", storedFlag: "hasPassword" },
  options: [
    {
      fields: [
        {
          ...name,
          name: "collection",
          label: "Alias",
          placeholder: "products",
          helpText: "Each sync builds a collection and points this alias to it.",
        },
        {
          ...name,
          name: "configSet",
          label: "Config set",
          initial: "_default",
          helpText: "Of the collections.",
        },
      ],
    },
    {
      fields: [
        { ...number, name: "shards", label: "Shards", initial: "1" },
        { ...number, name: "replicas", label: "Replicas of each shard", initial: "1" },
      ],
    },
  ],
  notConfigured: SOLR_NOT_CONFIGURED,
  nextStep: "Test the connection, then start a sync under search-index sync.",
  test: {
    checks: "Solr accepts the user and the password, and the alias can be used",
    // Nothing is written, so the rights to write aren't tested.
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveSolr(access).listCollections();
          return "Solr accepts the user and the password.";
        },
      },
      {
        name: "Alias",
        async run(access) {
          const solr = liveSolr(access);
          if ((await solr.listCollections()).includes(access.collection))
            throw badRequest(
              `Solr has a collection named ${access.collection}. Enter another name for the alias.`,
            );
          const target = (await solr.listAliases())[access.collection];
          return target
            ? `The alias points to ${target}.`
            : "The alias doesn't exist yet: the first sync creates it.";
        },
      },
    ],
  },
});
