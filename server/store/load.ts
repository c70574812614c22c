/** `npm run store:load -- products.csv customers.csv [--shop …]`: loads Shopify's CSV exports into the local store. */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { loadExport } from "../../local-store/csv/load-export.ts";
import { CsvFileError, describeProblem } from "../../local-store/csv/read-csv.ts";
import { withStore } from "./database.ts";
import {
  createProgressReporter,
  findShopByName,
  printError,
  printLine,
  runCommand,
  UsageError,
} from "./terminal.ts";

const USAGE =
  "npm run store:load -- products.csv customers.csv orders.csv … [--shop backroom-demo.myshopify.com]\n" +
  "Loads Shopify's product, customer and order exports (CSV). The header determines the kind. Loading a file again updates its records.";

const PROBLEMS_SHOWN = 50;

await runCommand(async () => {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: { shop: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    printLine(USAGE);
    return 0;
  }
  if (files.length === 0) throw new UsageError(`Enter at least one file.\n${USAGE}`);
  const shop = findShopByName(values.shop);
  let hasSucceeded = true;
  await withStore(async (store) => {
    for (const file of files) {
      try {
        const report = await loadExport(store, shop.domain, file, createProgressReporter(basename(file)));
        printLine(
          `${basename(file)}: ${report.created} ${report.kind} created, ${report.updated} updated in ${shop.domain}, ` +
            `${report.problems.length} rows with problems.`,
        );
        for (const problem of report.problems.slice(0, PROBLEMS_SHOWN)) printError(describeProblem(problem));
        if (report.problems.length > PROBLEMS_SHOWN)
          printError(`… and ${report.problems.length - PROBLEMS_SHOWN} more.`);
        hasSucceeded &&= report.problems.length === 0;
      } catch (error) {
        if (!(error instanceof CsvFileError)) throw error;
        printError(error.message);
        hasSucceeded = false;
      }
    }
  });
  return hasSucceeded ? 0 : 1;
});
