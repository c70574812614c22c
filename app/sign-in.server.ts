import { welcome } from "~/domain/customers/set-up.server";
import { compareEverything } from "~/domain/ledger/compare/everything.server";
import { onSignIn } from "~/platform/auth/shopify.server";
import { findShop } from "~/platform/auth/shops.server";
import { requestTask } from "~/platform/jobs/task.server";

onSignIn(async (shop, administrator) => {
  const isInstallation = (await findShop(shop)) === null;
  await welcome(shop, administrator);
  // What customers have when the app is installed begins the ledger.
  if (isInstallation) await requestTask(compareEverything, shop);
});
