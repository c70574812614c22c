/** `npx tsx local-store/cli/export-sample.ts customers.csv [--customers 10000] [--seed 42]`: a customers export to try the load with. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { customersExport } from "../demo/customers-export.ts";
import { runCommand, say, UsageError, wholeNumber } from "./terminal.ts";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      customers: { type: "string", default: "10000" },
      seed: { type: "string", default: "42" },
    },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new UsageError("Name the one file to write.");
  const customers = wholeNumber("customers", values.customers, 1, 10_000_000);
  const seed = wholeNumber("seed", values.seed, 0, 2 ** 31);
  await pipeline(customersExport({ customers, seed }), createWriteStream(file));
  say(`${file}: ${customers} customers in the format of Shopify's customer export.`);
  return 0;
});
