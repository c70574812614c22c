/** `npx tsx server/store/export-sample.ts customers.csv [--customers 10000] [--seed 42]`: writes a sample customer export. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportCustomers } from "../../local-store/demo/export-customers.ts";
import { parseWholeNumber, printLine, runCommand, UsageError } from "./terminal.ts";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      customers: { type: "string", default: "10000" },
      seed: { type: "string", default: "42" },
    },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new UsageError("Enter the path of one file to write.");
  const customers = parseWholeNumber("customers", values.customers, 1, 10_000_000);
  const seed = parseWholeNumber("seed", values.seed, 0, 2 ** 31);
  await pipeline(exportCustomers({ customers, seed }), createWriteStream(file));
  printLine(`${file}: ${customers} customers in the format of Shopify's customer export.`);
  return 0;
});
