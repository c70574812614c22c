import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { changePrice } from "./change-price.server";
import { bulkPriceContract, bulkPriceImports } from "./contract";
import { listPrices, readPricesPage } from "./list-prices.server";
import { pausePrices, resumePrices } from "./pause-prices.server";
import { priceImport } from "./price-import";
import { readCalendar } from "./read-calendar.server";

const calls = implement(bulkPriceContract).$context<CallContext>().use(guard);
const importCalls = implement(bulkPriceImports).$context<CallContext>().use(guard);

/** The calls of the screen Import Price. */
export const bulkPriceRouter = calls.router({
  list: calls.list.handler(({ input, context }) => listPrices(context, input.searchValue)),
  page: calls.page.handler(({ input, context }) => readPricesPage(context, input)),
  calendar: calls.calendar.handler(({ input, context }) => readCalendar(context, input.month)),
  pause: calls.pause.handler(({ input, context }) => pausePrices(context, input)),
  resume: calls.resume.handler(({ input, context }) => resumePrices(context, input)),
  update: calls.update.handler(({ input, context }) =>
    changePrice(context, {
      id: Number(input.ID),
      sku: input.MODEL,
      price: input.PRICE,
      compareAt: input.COMPARE_AT_PRICE,
      effectiveDate: input.EFFECTIVE_DATE,
      endDate: input.END_DATE,
      belowMapp: input.BELOW_MAPP_ITEM_TAG,
      version: input.version,
    }),
  ),
});

/** The call that schedules prices from rows. */
export const bulkPriceImportsRouter = importCalls.router({
  importPrices: importCalls.importPrices.handler(({ input, context }) =>
    importObjects(context, priceImport, input.body.excelData, input.headers["idempotency-key"]),
  ),
});
