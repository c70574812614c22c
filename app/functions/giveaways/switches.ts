import { shopSwitch } from "~/core/settings/shop-switch";

export const aliasesAsOneAddress = shopSwitch({
  key: "giveawayAliasesAsOneAddress",
  title: "One giveaway entry for all aliases of an email address",
  helpText:
    "ana+1@example.com and ana+2@example.com count as ana@example.com, which can enter each giveaway once. Aliases at large providers, such as Gmail and Outlook, always count as one address. Entries that were made before stay.",
});
