/** `npm run store:fill -- --customers 1000000 [--products N] [--shop …] [--seed 42]`: made-up people and products, any number. */
import { parseArgs } from "node:util";
import { fillStore } from "../demo/fill-store.ts";
import { withStore } from "./database.ts";
import { progressLine, runCommand, say, shopNamed, wholeNumber } from "./terminal.ts";

const USAGE =
  "npm run store:fill -- --customers 1000000 [--products 500] [--shop backroom-demo.myshopify.com] [--seed 42]\n" +
  "Adds made-up customers and products. The same seed makes the same ones, and those that are there already are left out.";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      customers: { type: "string", default: "0" },
      products: { type: "string", default: "0" },
      seed: { type: "string", default: "42" },
      shop: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    say(USAGE);
    return 0;
  }
  const shop = shopNamed(values.shop);
  const customers = wholeNumber("customers", values.customers, 0, 10_000_000);
  const products = wholeNumber("products", values.products, 0, 1_000_000);
  const seed = wholeNumber("seed", values.seed, 0, 2 ** 31);
  if (customers === 0 && products === 0) {
    say(USAGE);
    return 2;
  }
  await withStore(async (store) => {
    const added = await fillStore(store, shop, {
      customers,
      products,
      seed,
      onCustomers: progressLine("customers"),
      onProducts: progressLine("products"),
    });
    say(`${shop.domain}: ${added.customers} customers and ${added.products} products added.`);
    say("No webhooks were sent: the console shows them after its copy of the customers has been rebuilt.");
  });
  return 0;
});
