/** `npm run store:load -- products.csv customers.csv [--shop …]`: loads Shopify's own CSV exports into the local store. */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { loadExport } from "../csv/load-file.ts";
import { CsvFileError, describeProblem } from "../csv/read.ts";
import { withStore } from "./database.ts";
import { complain, progressLine, runCommand, say, shopNamed, UsageError } from "./terminal.ts";

const USAGE =
  "npm run store:load -- products.csv customers.csv … [--shop backroom-demo.myshopify.com]\n" +
  "Loads Shopify's product and customer exports (CSV). A file is recognised by its header; loading it again updates.";

const PROBLEMS_SHOWN = 50;

await runCommand(async () => {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: { shop: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    say(USAGE);
    return 0;
  }
  if (files.length === 0) throw new UsageError(`Name at least one file.\n${USAGE}`);
  const shop = shopNamed(values.shop);
  let isAllRight = true;
  await withStore(async (store) => {
    for (const file of files) {
      try {
        const report = await loadExport(store, shop.domain, file, progressLine(basename(file)));
        say(
          `${basename(file)}: ${report.created} ${report.kind} created, ${report.updated} updated in ${shop.domain}, ` +
            `${report.problems.length} rows with problems.`,
        );
        for (const problem of report.problems.slice(0, PROBLEMS_SHOWN)) complain(describeProblem(problem));
        if (report.problems.length > PROBLEMS_SHOWN)
          complain(`… and ${report.problems.length - PROBLEMS_SHOWN} more.`);
        isAllRight &&= report.problems.length === 0;
      } catch (error) {
        if (!(error instanceof CsvFileError)) throw error;
        complain(error.message);
        isAllRight = false;
      }
    }
  });
  return isAllRight ? 0 : 1;
});
