/** `npm run store:fill -- --customers 1000000 [--products N] [--orders N] [--shop …] [--seed 42]`: adds generated customers, products and orders, without webhooks, and has Backroom rebuild its mirrors. */
import { parseArgs } from "node:util";
import { fillStore } from "../../local-store/demo/fill-store.ts";
import { withStore } from "./database.ts";
import { type MirroredKind, rebuildMirrors } from "./rebuild-mirrors.ts";
import {
  createProgressReporter,
  findShopByName,
  parseWholeNumber,
  printLine,
  runCommand,
} from "./terminal.ts";

const USAGE =
  "npm run store:fill -- --customers 1000000 [--products 500] [--orders 1000000] [--shop backroom-demo.myshopify.com] [--seed 42]\n" +
  "Adds generated customers, products, and orders of the last twelve months. The same seed generates the same ones. Existing ones are skipped. At the end, a running Backroom rebuilds its mirrors of them.";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      customers: { type: "string", default: "0" },
      products: { type: "string", default: "0" },
      orders: { type: "string", default: "0" },
      seed: { type: "string", default: "42" },
      shop: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    printLine(USAGE);
    return 0;
  }
  const shop = findShopByName(values.shop);
  const customers = parseWholeNumber("customers", values.customers, 0, 10_000_000);
  const products = parseWholeNumber("products", values.products, 0, 1_000_000);
  const orders = parseWholeNumber("orders", values.orders, 0, 10_000_000);
  const seed = parseWholeNumber("seed", values.seed, 0, 2 ** 31);
  if (customers === 0 && products === 0 && orders === 0) {
    printLine(USAGE);
    return 2;
  }
  await withStore(async (store) => {
    const added = await fillStore(store, shop, {
      customers,
      products,
      orders,
      seed,
      onCustomers: createProgressReporter("customers"),
      onProducts: createProgressReporter("products"),
      onOrders: createProgressReporter("orders"),
    });
    printLine(
      `${shop.domain}: ${added.customers} customers, ${added.products} products and ${added.orders} orders added.`,
    );
  });
  const filled = Object.entries({ customers, products, orders }).filter(([, count]) => count > 0);
  const kinds = filled.map(([kind]) => kind as MirroredKind);
  const command = `npm run store:fill -- ${process.argv.slice(2).join(" ")}`;
  for (const line of await rebuildMirrors(shop, kinds, command)) printLine(line);
  return 0;
});
